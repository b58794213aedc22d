"""What of each source is not in a fused narrative, and why, as rows for the synopsis page.

A part of a sentence is told already if one sentence of the narrative about the event has at least half of its words.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taeg.consolidate.fusion.lexicon import lexicon
from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, INLINE, NOTE
from taeg.export.book import Book, NarratedRun
from taeg.export.collation import stem_of, word_spans
from taeg.model.corpus import Version
from taeg.text.language import language

TOLD, EXCLUDED, UNCERTAIN = 0, 1, 2
SHARE = 0.5
"""Share of the words that a sentence of the narrative must have."""
KEPT = (BASE, INLINE, NOTE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Narrated:
    """A sentence of the narrative."""

    version: str
    start: int
    end: int


class Omissions:
    """Compares the versions of a book with a fused run of it."""

    def __init__(self, book: Book, narrated: NarratedRun) -> None:
        self._book = book
        self._rules = language(book.language)
        self._function_words = lexicon(book.language).function_words
        self._spans: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        texts = {version.id: version.text for version in book.versions}
        self._by_stem: dict[str, dict[str, list[_Narrated]]] = defaultdict(lambda: defaultdict(list))
        for passage, sentences in zip(narrated.passages, narrated.split, strict=True):
            if not passage.version:
                continue
            at = locate(passage, texts[passage.version])
            self._spans[passage.version].append((at, at + len(passage.text), passage.role))
            for sentence in sentences:
                at += len(sentence.gap)
                row = _Narrated(passage.version, at, at + len(sentence.text))
                at = row.end
                for stem in self._stems(sentence.text):
                    self._by_stem[passage.event][stem].append(row)

    def pack(self, versions: Mapping[str, int], sources: Mapping[str, int]) -> dict[str, Any]:
        """Return characters by source (base, inserted, note, told already, left out) and a row for each omission.

        A row has version, start and end, the reason, and for what is told already the place of the sentence.
        """
        lengths = [[0] * (len(KEPT) + 2) for _ in self._book.sources]
        rows = []
        for version in self._book.versions:
            length = lengths[sources[version.source]]
            spans = sorted(self._spans[version.id])
            for start, end, role in spans:
                if role in KEPT:
                    length[KEPT.index(role)] += end - start
            for start, end in self._gaps(version, spans):
                row = [versions[version.id], start, end, *self._reason(version, start, end, versions)]
                length[len(KEPT) + (row[3] != TOLD)] += end - start
                rows.append(row)
        return {"kept": lengths, "omitted": rows}

    def _gaps(self, version: Version, spans: Sequence[tuple[int, int, str]]) -> Iterator[Span]:
        """Yield the parts of sentences that are in no span and have a word."""
        starts = [start for start, _, _ in spans]
        at = 0
        for sentence in self._rules.sentences(version.text):
            start = version.text.index(sentence, at)
            at = end = start + len(sentence)
            for first, last, _ in spans[max(0, bisect_right(starts, start) - 1) :]:
                if first >= end:
                    break
                yield from _with_words(version.text, start, min(first, end))
                start = max(start, min(last, end))
            yield from _with_words(version.text, start, end)

    def _reason(self, version: Version, start: int, end: int, versions: Mapping[str, int]) -> list[int]:
        if version.excluded:
            return [EXCLUDED]
        stems = self._stems(version.text[start:end])
        index = self._by_stem[version.event]
        shared = Counter(row for stem in stems for row in index.get(stem, ()))
        for row, count in shared.most_common(1):
            if count >= SHARE * len(stems):
                return [TOLD, versions[row.version], row.start, row.end]
        return [UNCERTAIN]

    def _stems(self, text: str) -> set[str]:
        words = (text[start:end] for start, end in word_spans(text))
        return {stem_of(word, self._rules) for word in words if word.casefold() not in self._function_words}


def locate(passage: Passage, text: str) -> int:
    """Return where a passage is in the text of its version; -1 if it is not there."""
    is_there = text.startswith(passage.text, passage.start)
    return passage.start if is_there else text.find(passage.text)


def _with_words(text: str, start: int, end: int) -> Iterator[Span]:
    part = text[start:end]
    if word_spans(part):
        yield start + len(part) - len(part.lstrip()), end - (len(part) - len(part.rstrip()))
