"""What a narrative repeats from an earlier event.

Accounts that each cover several events overlap, so a sentence can stand in two events of a narrative, word for word or
nearly so. Sentences are compared by their content words: a sentence is a repetition if an earlier event has one that
contains most of its weight, and not much more. Candidates come from an inverted index over the rarest stems of each
sentence, so the time is linear in the length of the narrative.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taeg.consolidate.fusion.novelty import RAREST
from taeg.consolidate.fusion.vocabulary import Sentence, Vocabulary, count_stems

REPEATED = 0.8
"""Share of the weight of a sentence that the earlier sentence must contain."""
ALIKE = 0.5
"""Share of the weight of the earlier sentence that must be in the later one."""
FEWEST = 3
"""Content words of a sentence that can be a repetition; shorter ones ('And he said to them') recur everywhere."""
MOST_CANDIDATES = 64
"""Earlier sentences with a stem in common that are looked at; more common stems find nothing."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A sentence of a passage that an earlier event has."""

    passage: int
    """Index of the passage."""
    start: int
    end: int
    """The sentence in the text of the passage."""
    event: int
    """The event in which it stood first."""
    earlier: int
    """Index of the passage in which it stood first."""


def find_repeats(texts: Sequence[str], events: Sequence[int], language: str) -> list[Repeat]:
    """Return what passages repeat of earlier events; `events` has the event of each text, in narrative order.

    Passages outside any event (-1) neither repeat nor are repeated.
    """
    vocabulary = Vocabulary(language)
    included = [vocabulary.sentences(text) if event >= 0 else [] for text, event in zip(texts, events, strict=True)]
    sentences = [sentence.stems for passage in included for sentence in passage]
    vocabulary.weigh(count_stems(sentences), len(sentences))
    index = _Index(vocabulary)
    found: list[Repeat] = []
    waiting: list[tuple[int, Sentence]] = []  # the current event is not compared with itself
    for passage, (own, event) in enumerate(zip(included, events, strict=True)):
        if waiting and events[waiting[0][0]] != event:
            for before, sentence in waiting:
                index.add(before, sentence)
            waiting = []
        for sentence in own:
            earlier = index.find(sentence, events, event)
            if earlier is not None:
                found.append(Repeat(passage, sentence.start, sentence.end, events[earlier], earlier))
            waiting.append((passage, sentence))
    return found


def repeated_share(texts: Sequence[str], events: Sequence[int], language: str) -> float:
    """Return the share of characters in sentences that repeat an earlier event."""
    repeated = sum(repeat.end - repeat.start for repeat in find_repeats(texts, events, language))
    total = sum(len(text) for text, event in zip(texts, events, strict=True) if event >= 0)
    return repeated / total if total else 0.0


class _Index:
    """Sentences of earlier events, found by their rarest stems."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._sentences: list[tuple[int, frozenset[int]]] = []
        self._with: dict[int, list[int]] = {}

    def add(self, passage: int, sentence: Sentence) -> None:
        if len(sentence.stems) < FEWEST:
            return
        for stem in self._rarest(sentence):
            self._with.setdefault(stem, []).append(len(self._sentences))
        self._sentences.append((passage, frozenset(sentence.stems)))

    def find(self, sentence: Sentence, events: Sequence[int], event: int) -> int | None:
        """Return the first passage of another event with a sentence like this one."""
        if len(sentence.stems) < FEWEST:
            return None
        mass = self._vocabulary.mass(sentence.stems)
        for row in sorted(set(self._candidates(sentence))):
            passage, stems = self._sentences[row]
            if events[passage] == event:
                continue
            shared = self._vocabulary.mass(stem for stem in sentence.stems if stem in stems)
            if shared >= REPEATED * mass and shared >= ALIKE * self._vocabulary.mass(sorted(stems)):
                return passage
        return None

    def _candidates(self, sentence: Sentence) -> Iterator[int]:
        for stem in self._rarest(sentence):
            rows = self._with.get(stem, [])
            if len(rows) <= MOST_CANDIDATES:
                yield from rows

    def _rarest(self, sentence: Sentence) -> list[int]:
        weight = self._vocabulary.weight
        return sorted(sentence.stems, key=weight.__getitem__, reverse=True)[:RAREST]
