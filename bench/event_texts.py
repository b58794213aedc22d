"""Texts of generated events: the true text of each, and the versions that sources derive from it.

Sentences are dropped, shortened, reordered, reworded and padded according to the habits of each source. The events of
a block are generated together in flat arrays, with an entry per sentence or word. Sources and times are drawn in
`bench.generator`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from bench import vocabulary

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SENTENCES, LENGTH = (4, 9), (6, 15)
"""Smallest and largest number of sentences of a true text and of words of a sentence."""
FILLER = (6, 13)
"""Smallest and largest number of words of a padding sentence."""
SHORTEST = 3
"""Smallest number of words of a shortened sentence."""
WHOLE = 0.7
"""Share of sentences that are not shortened; of the others at least this share of words is kept."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a version was derived from the true text of its event."""

    kept: float
    """Share of the true words that it has, reworded or not."""
    sentences: tuple[int, ...]
    """The true sentences that it has, in its order, without padding."""
    shortened: int
    """Number of shortened sentences."""
    paraphrased: int
    """Number of words that were replaced by a synonym."""
    padding: int
    """Number of words of padding sentences."""
    words: int
    faithfulness: float
    """F1 of the words that are unchanged."""
    faithful: bool
    """Whether it is the most faithful version of its event."""


@dataclass(frozen=True, slots=True)
class EventTexts:
    """The true text of an event and its versions."""

    title: str
    text: str
    versions: tuple[tuple[str, Derivation], ...]


@dataclass(frozen=True, slots=True)
class _TrueTexts:
    """True texts of many events as one array of words, with the starts of sentences and events."""

    ids: Ints
    other: Ints
    """A synonym of each word."""
    lengths: Ints
    starts: Ints
    sentences: Ints
    """Number of sentences of each event."""
    first: Ints
    """The first sentence of each event."""
    titles: list[str]

    def texts(self) -> list[str]:
        """Return the texts as strings."""
        words = vocabulary.spell(self.ids)
        sentences = _sentences(words, self.lengths)
        return [
            " ".join(sentences[a : a + n]) for a, n in zip(self.first.tolist(), self.sentences.tolist(), strict=True)
        ]

    def words(self) -> Ints:
        """Return the number of words of each event."""
        return np.add.reduceat(self.lengths, self.first)


def generate(groups: Sequence[Ints], habits: Mapping[str, Floats], rng: np.random.Generator) -> list[EventTexts]:
    """Generate an event for each group of sources, with a version of each source."""
    true = _draw(len(groups), rng)
    sizes = np.array([len(group) for group in groups])
    of_event, source = np.repeat(np.arange(len(groups)), sizes), np.concatenate(groups)
    total = true.words()[of_event]
    habit = {name: values[source] for name, values in habits.items()}

    # one entry per version and sentence, then only kept sentences, in the order of each version
    version, within = _members(true.sentences[of_event])
    sentence = true.first[of_event][version] + within
    count = len(version)
    share = np.clip(habit["keep"] + 0.3 * (rng.random(len(source)) - 0.5), 0.15, 1.0)
    kept = rng.random(count) < share[version]
    nothing = np.bincount(version, kept, len(source)) == 0
    kept |= nothing[version] & (within == 0)
    moved = within + habit["move"][version] * true.sentences[of_event][version] * rng.random(count)
    cut = rng.random(count)
    words = np.ceil(true.lengths[sentence] * np.where(cut < WHOLE, 1.0, cut)).astype(np.int64)
    order = np.lexsort((moved, version))
    order = order[kept[order]]
    version, within, sentence = version[order], within[order], sentence[order]
    words = np.maximum(words[order], SHORTEST)

    # one entry per word
    entry, place = _members(words)
    word = true.starts[sentence][entry] + place
    changed = rng.random(len(word)) < habit["reword"][version][entry]
    changed &= true.ids[word] >= vocabulary.FUNCTION_WORDS
    sentences = _sentences(vocabulary.spell(np.where(changed, true.other[word], true.ids[word])), words)

    fillers = rng.poisson(habit["pad"])
    lengths = rng.integers(FILLER[0], FILLER[1] + 1, int(fillers.sum()))
    padding = _sentences(vocabulary.spell(vocabulary.draw(rng.random(int(lengths.sum())), vocabulary.PLAIN)), lengths)
    places = rng.random(len(lengths)).tolist()
    texts = _join(sentences, _bounds(version, len(source)), padding, places, _bounds_of(fillers))

    def summed(of: Ints, values: Ints | npt.NDArray[np.bool_]) -> Ints:
        return np.bincount(of, values, len(source)).astype(np.int64)

    has, own = summed(version, words), summed(version[entry], changed)
    padded = summed(np.repeat(np.arange(len(source)), fillers), lengths)
    faithfulness = np.round(2 * (has - own) / (has + padded + total), 6)
    best = {int(a + np.argmax(faithfulness[a:b])) for a, b in pairwise(_bounds_of(sizes))}
    columns = (
        np.round(has / total, 4),
        summed(version, words < true.lengths[sentence]),
        own,
        padded,
        has + padded,
        faithfulness,
    )
    orders, bounds = within.tolist(), _bounds(version, len(source))
    made = [
        (text, Derivation(share_kept, tuple(orders[bounds[at] : bounds[at + 1]]), *counts, at in best))
        for at, (text, share_kept, *counts) in enumerate(zip(texts, *(c.tolist() for c in columns), strict=True))
    ]
    return [
        EventTexts(title, text, tuple(made[a:b]))
        for title, text, (a, b) in zip(true.titles, true.texts(), pairwise(_bounds_of(sizes)), strict=True)
    ]


def _draw(events: int, rng: np.random.Generator) -> _TrueTexts:
    """Draw the true texts; the topics of an event occur in each of its sentences."""
    sentences = rng.integers(SENTENCES[0], SENTENCES[1] + 1, events)
    lengths = rng.integers(LENGTH[0], LENGTH[1] + 1, int(sentences.sum()))
    ends = np.cumsum(lengths)
    ids = vocabulary.draw(rng.random(int(ends[-1])))
    topics = rng.integers(vocabulary.RARE, vocabulary.TYPES, (events, 3))
    event, within = _members(sentences)
    ids[ends - 2] = topics[event, within % 3]
    ids[ends - 4] = topics[event, (within + 1) % 3]
    names = vocabulary.spell(topics.ravel())
    return _TrueTexts(
        ids=ids,
        other=vocabulary.synonyms(ids, rng.integers(1, vocabulary.CLASS, len(ids))),
        lengths=lengths,
        starts=ends - lengths,
        sentences=sentences,
        first=np.cumsum(sentences) - sentences,
        titles=[" ".join(names[3 * i : 3 * i + 3]).capitalize() for i in range(events)],
    )


def _join(
    sentences: list[str], bounds: list[int], padding: list[str], places: list[float], fillers: list[int]
) -> list[str]:
    """Return the text of each version: its sentences, with padding between them."""
    texts = []
    for (a, b), (first, last) in zip(pairwise(bounds), pairwise(fillers), strict=True):
        parts = sentences[a:b]
        for at in range(first, last):
            parts.insert(int(places[at] * (len(parts) + 1)), padding[at])
        texts.append(" ".join(parts))
    return texts


def _sentences(words: list[str], lengths: Ints) -> list[str]:
    """Join words to sentences of these lengths."""
    return [" ".join(words[a:b]).capitalize() + "." for a, b in pairwise(_bounds_of(lengths))]


def _members(counts: Ints) -> tuple[Ints, Ints]:
    """For groups of these sizes, return the group of each member and its index in the group."""
    group = np.repeat(np.arange(len(counts)), counts)
    return group, np.arange(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)


def _bounds(group: Ints, groups: int) -> list[int]:
    """Return the bounds of groups of members that are sorted by group."""
    return _bounds_of(np.bincount(group, minlength=groups))


def _bounds_of(sizes: Ints) -> list[int]:
    return [0, *np.cumsum(sizes).tolist()]
