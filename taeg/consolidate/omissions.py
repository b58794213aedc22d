"""What a narrative leaves out: the sentences of versions that are in no span, each with a reason.

`COVERED`: what the sentence says is in a span of its event, or by an earlier one. `EXCLUDED`: the editor excluded its
version. `UNCERTAIN`: it adds much that is nowhere, but was not new enough as a whole or stands in several events.
`MINOR`: it adds little.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from taeg.consolidate.fusion.novelty import Elsewhere
from taeg.consolidate.fusion.vocabulary import Sentence, Vocabulary, count_stems
from taeg.consolidate.spans import Spans
from taeg.model.corpus import Event, Version
from taeg.text.synonyms import find_synonyms

COVERED, EXCLUDED, UNCERTAIN, MINOR = "covered", "excluded", "uncertain", "minor"
REASONS = (COVERED, EXCLUDED, UNCERTAIN, MINOR)
TOLD_SHARE = 0.6
"""Share of the weight of a sentence that must be included for the reason `covered`."""
MUCH = 2.0
"""Weight, in rare words, from which what is nowhere is no minor matter."""
KEPT = 0.5
"""Share of the characters of a sentence in spans, from which it is not left out."""


@dataclass(frozen=True, slots=True)
class Omission:
    """A sentence that the narrative leaves out."""

    version: int
    """Index in the corpus."""
    start: int
    end: int
    reason: str
    """One of `REASONS`."""
    covered_by: int = -1
    """For `covered`: the row of the span that has most of it, or -1 if it is in an earlier event."""


class Accounts(Protocol):
    """What a comparison reads of a corpus; a book of `taeg.export` has it too."""

    @property
    def language(self) -> str:
        """The code of the language."""

    @property
    def events(self) -> tuple[Event, ...]:
        """In timeline order."""

    @property
    def versions(self) -> tuple[Version, ...]:
        """Spans have their indices."""


def find_omissions(corpus: Accounts, spans: Spans) -> list[Omission]:
    """Return the sentences of all versions that are in no span, in the order of events and versions."""
    vocabulary = Vocabulary(corpus.language, find_synonyms(corpus.language))
    index = {event.id: number for number, event in enumerate(corpus.events)}
    versions: list[list[int]] = [[] for _ in corpus.events]
    split = [vocabulary.sentences(version.text) for version in corpus.versions]
    for number, version in enumerate(corpus.versions):
        versions[index[version.event]].append(number)
    everything = [sentence.stems for sentences in split for sentence in sentences]
    vocabulary.weigh(count_stems(everything), len(everything))
    finder = _Finder(corpus, spans, vocabulary, split)
    return [omission for event, own in enumerate(versions) for omission in finder.of_event(event, own)]


class _Finder:
    """Goes through the events in order and keeps what earlier ones have."""

    def __init__(
        self, corpus: Accounts, spans: Spans, vocabulary: Vocabulary, split: Sequence[Sequence[Sentence]]
    ) -> None:
        self._corpus = corpus
        self._vocabulary = vocabulary
        self._split = split
        self._elsewhere = Elsewhere(vocabulary)
        self._rows: dict[int, list[int]] = {}
        self._kept: dict[int, list[tuple[int, int]]] = {}
        self._places = [(version, start, end) for _, version, _, start, end, _, _ in spans.rows()]
        for row, (event, (version, start, end)) in enumerate(zip(spans.event.tolist(), self._places, strict=True)):
            if version >= 0:
                self._rows.setdefault(event, []).append(row)
                self._kept.setdefault(version, []).append((start, end))

    def of_event(self, event: int, versions: Sequence[int]) -> Iterator[Omission]:
        """Yield the omissions of an event."""
        spans: list[tuple[int, set[int]]] = []
        included: set[int] = set()
        emitted: list[Sentence] = []
        for row in self._rows.get(event, ()):
            version, start, end = self._places[row]
            text = self._corpus.versions[version].text[start:end]
            sentences = self._vocabulary.sentences(text)
            words = [word for sentence in sentences for word in sentence.words]
            keys = set().union(*map(self._vocabulary.keys, words))
            spans.append((row, keys))
            included |= keys
            emitted += sentences
        for number in versions:
            for sentence in self._split[number]:
                if not self._is_kept(number, sentence):
                    yield self._omission(number, sentence, included, spans)
        for sentence in emitted:
            self._elsewhere.add(sentence.stems)

    def _is_kept(self, version: int, sentence: Sentence) -> bool:
        inside = sum(
            max(0, min(end, sentence.end) - max(start, sentence.start)) for start, end in self._kept.get(version, ())
        )
        return inside >= KEPT * (sentence.end - sentence.start)

    def _omission(
        self, version: int, sentence: Sentence, included: set[int], spans: Sequence[tuple[int, set[int]]]
    ) -> Omission:
        place = version, sentence.start, sentence.end
        if self._corpus.versions[version].excluded:
            return Omission(*place, EXCLUDED)
        new, mass = self._vocabulary.excess(sentence.words, included)
        if mass and new <= (1 - TOLD_SHARE) * mass:
            best = min(spans, key=lambda item: (self._vocabulary.excess(sentence.words, item[1])[0], item[0]))
            return Omission(*place, COVERED, best[0])
        if elsewhere := self._elsewhere.overlap(sentence.stems):
            new, _ = self._vocabulary.excess(sentence.words, included | elsewhere)
            if new <= (1 - TOLD_SHARE) * mass:
                return Omission(*place, COVERED)
        return Omission(*place, UNCERTAIN if new >= MUCH * self._vocabulary.unit else MINOR)
