"""The texts of generated events: what is true of each, and what its tellers make of it.

Sentences are left out, cut short, moved about, reworded and padded, each source after its own habits. Many events are
told at once, in flat arrays (one entry a sentence, one a word), since there are a million of them. Not for who tells
what and when: that is `bench.generator`.
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
"""Of the true text of an event, and words of a sentence."""
FILLER = (6, 13)
"""Words of a sentence about nothing."""
SHORTEST = 3
"""Words that are left of a shortened sentence at least."""
WHOLE = 0.7
"""How many sentences are told to their end; of the others this share is left, or more."""


@dataclass(frozen=True, slots=True)
class Making:
    """How a version was made out of the true text of its event."""

    kept: float
    """The share of the true words that it has, paraphrased or not."""
    sentences: tuple[int, ...]
    """The true sentences it tells, in the order in which it tells them; padding is left out."""
    shortened: int
    """Sentences of which the end was cut off."""
    paraphrased: int
    """True words that were replaced by another of their class."""
    padding: int
    """Words about nothing."""
    words: int
    faithfulness: float
    """F1 of the words that are true and in their own wording."""
    faithful: bool
    """Whether it is the most faithful version of its event."""


@dataclass(frozen=True, slots=True)
class Tale:
    """The true text of an event, and what is made of it."""

    title: str
    text: str
    told: tuple[tuple[str, Making], ...]


@dataclass(frozen=True, slots=True)
class _True:
    """True texts one after another: words, and where sentences and events begin in them."""

    ids: Ints
    other: Ints
    """For each word another of its class."""
    lengths: Ints
    starts: Ints
    sentences: Ints
    """How many each event has."""
    first: Ints
    """The first sentence of each event."""
    titles: list[str]

    def texts(self) -> list[str]:
        """The true texts as they read."""
        words = vocabulary.spelt(self.ids)
        spoken = _spoken(words, self.lengths)
        return [" ".join(spoken[a : a + n]) for a, n in zip(self.first.tolist(), self.sentences.tolist(), strict=True)]

    def words(self) -> Ints:
        """How many words each event has."""
        return np.add.reduceat(self.lengths, self.first)


def tell(tellers: Sequence[Ints], habits: Mapping[str, Floats], rng: np.random.Generator) -> list[Tale]:
    """Make up as many events as there are groups of tellers, and what each of them tells."""
    true = _drawn(len(tellers), rng)
    sizes = np.array([len(group) for group in tellers])
    of_event, teller = np.repeat(np.arange(len(tellers)), sizes), np.concatenate(tellers)
    total = true.words()[of_event]
    habit = {name: values[teller] for name, values in habits.items()}

    # one entry a version and sentence, then those that are kept, in the order of telling
    version, within = _spread(true.sentences[of_event])
    sentence = true.first[of_event][version] + within
    count = len(version)
    share = np.clip(habit["keep"] + 0.3 * (rng.random(len(teller)) - 0.5), 0.15, 1.0)
    kept = rng.random(count) < share[version]
    nothing = np.bincount(version, kept, len(teller)) == 0
    kept |= nothing[version] & (within == 0)
    moved = within + habit["move"][version] * true.sentences[of_event][version] * rng.random(count)
    cut = rng.random(count)
    told = np.ceil(true.lengths[sentence] * np.where(cut < WHOLE, 1.0, cut)).astype(np.int64)
    order = np.lexsort((moved, version))
    order = order[kept[order]]
    version, within, sentence = version[order], within[order], sentence[order]
    told = np.maximum(told[order], SHORTEST)

    # one entry a word that is told
    entry, place = _spread(told)
    word = true.starts[sentence][entry] + place
    changed = rng.random(len(word)) < habit["reword"][version][entry]
    changed &= true.ids[word] >= vocabulary.SMALL_WORDS
    spoken = _spoken(vocabulary.spelt(np.where(changed, true.other[word], true.ids[word])), told)

    fillers = rng.poisson(habit["pad"])
    lengths = rng.integers(FILLER[0], FILLER[1] + 1, int(fillers.sum()))
    padding = _spoken(vocabulary.spelt(vocabulary.drawn(rng.random(int(lengths.sum())), vocabulary.PLAIN)), lengths)
    places = rng.random(len(lengths)).tolist()
    texts = _joined(spoken, _bounds(version, len(teller)), padding, places, _bounds_of(fillers))

    def summed(of: Ints, values: Ints | npt.NDArray[np.bool_]) -> Ints:
        return np.bincount(of, values, len(teller)).astype(np.int64)

    has, own = summed(version, told), summed(version[entry], changed)
    padded = summed(np.repeat(np.arange(len(teller)), fillers), lengths)
    faithfulness = np.round(2 * (has - own) / (has + padded + total), 6)
    best = {int(a + np.argmax(faithfulness[a:b])) for a, b in pairwise(_bounds_of(sizes))}
    columns = (
        np.round(has / total, 4),
        summed(version, told < true.lengths[sentence]),
        own,
        padded,
        has + padded,
        faithfulness,
    )
    orders, bounds = within.tolist(), _bounds(version, len(teller))
    made = [
        (text, Making(share_kept, tuple(orders[bounds[at] : bounds[at + 1]]), *counts, at in best))
        for at, (text, share_kept, *counts) in enumerate(zip(texts, *(c.tolist() for c in columns), strict=True))
    ]
    return [
        Tale(title, text, tuple(made[a:b]))
        for title, text, (a, b) in zip(true.titles, true.texts(), pairwise(_bounds_of(sizes)), strict=True)
    ]


def _drawn(events: int, rng: np.random.Generator) -> _True:
    """What happened; what an event is about is named in every sentence of it."""
    sentences = rng.integers(SENTENCES[0], SENTENCES[1] + 1, events)
    lengths = rng.integers(LENGTH[0], LENGTH[1] + 1, int(sentences.sum()))
    ends = np.cumsum(lengths)
    ids = vocabulary.drawn(rng.random(int(ends[-1])))
    topics = rng.integers(vocabulary.RARE, vocabulary.TYPES, (events, 3))
    event, within = _spread(sentences)
    ids[ends - 2] = topics[event, within % 3]
    ids[ends - 4] = topics[event, (within + 1) % 3]
    names = vocabulary.spelt(topics.ravel())
    return _True(
        ids=ids,
        other=vocabulary.synonyms(ids, rng.integers(1, vocabulary.CLASS, len(ids))),
        lengths=lengths,
        starts=ends - lengths,
        sentences=sentences,
        first=np.cumsum(sentences) - sentences,
        titles=[" ".join(names[3 * i : 3 * i + 3]).capitalize() for i in range(events)],
    )


def _joined(
    spoken: list[str], bounds: list[int], padding: list[str], places: list[float], fillers: list[int]
) -> list[str]:
    """The text of each version: its sentences, and between them those about nothing."""
    texts = []
    for (a, b), (first, last) in zip(pairwise(bounds), pairwise(fillers), strict=True):
        parts = spoken[a:b]
        for at in range(first, last):
            parts.insert(int(places[at] * (len(parts) + 1)), padding[at])
        texts.append(" ".join(parts))
    return texts


def _spoken(words: list[str], lengths: Ints) -> list[str]:
    """Words as sentences of these lengths."""
    return [" ".join(words[a:b]).capitalize() + "." for a, b in pairwise(_bounds_of(lengths))]


def _spread(counts: Ints) -> tuple[Ints, Ints]:
    """For groups of these sizes, flat: of which group each member is, and the how manieth."""
    group = np.repeat(np.arange(len(counts)), counts)
    return group, np.arange(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)


def _bounds(group: Ints, groups: int) -> list[int]:
    """Where each group begins among members that come in its order, and where the last one ends."""
    return _bounds_of(np.bincount(group, minlength=groups))


def _bounds_of(sizes: Ints) -> list[int]:
    return [0, *np.cumsum(sizes).tolist()]
