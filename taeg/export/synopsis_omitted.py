"""What of each source is not in a fused narrative, and what the narrative repeats, as rows for the synopsis page.

The comparisons are `taeg.consolidate.omissions` and `taeg.consolidate.repeats`, which name passages; here the sentence
in the passage is found, so that the page can lead to it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from taeg.consolidate.narrative import Passage
from taeg.consolidate.omissions import COVERED, REASONS, find_omissions
from taeg.consolidate.repeats import find_repeats
from taeg.consolidate.spans import BASE, INLINE, NOTES, Spans
from taeg.export.book import Book, NarratedRun
from taeg.export.collation import stem_of, word_spans
from taeg.text.language import language

KEPT = (BASE, INLINE, *NOTES)

Place = tuple[int, int, int]
"""Index of a version, start and end."""


class Comparison:
    """Compares the versions of a book with a fused run of it."""

    def __init__(
        self, book: Book, narrated: NarratedRun, versions: Mapping[str, int], sources: Mapping[str, int]
    ) -> None:
        """`versions` and `sources` have the indices of ids."""
        self._book = book
        self._narrated = narrated
        self._versions = versions
        self._sources = sources
        self._rules = language(book.language)
        texts = {version.id: version.text for version in book.versions}
        self._starts = [locate(p, texts[p.version]) if p.version else -1 for p in narrated.passages]

    def omissions(self) -> dict[str, Any]:
        """Return characters by source (base, inserted, note, covered already, left out) and a row for each omission.

        A row has version, start and end, the index of the reason in `REASONS`, and for what is covered already in the
        event the place of the sentence: again version, start and end.
        """
        lengths = [[0] * (len(KEPT) + 2) for _ in self._book.sources]
        for passage in self._narrated.passages:
            if passage.role in KEPT and passage.source:
                lengths[self._sources[passage.source]][KEPT.index(passage.role)] += len(passage.text)
        rows = []
        for found in find_omissions(self._book, self._spans()):
            version = self._book.versions[found.version]
            length = lengths[self._sources[version.source]]
            length[len(KEPT) + (found.reason != COVERED)] += found.end - found.start
            row = [found.version, found.start, found.end, REASONS.index(found.reason)]
            if found.covered_by >= 0:
                row += self._closest(found.covered_by, version.text[found.start : found.end])
            rows.append(row)
        return {"kept": lengths, "omitted": rows}

    def repeats(self) -> Iterator[tuple[int, int, Place]]:
        """Yield passage, index of a sentence in it, and the place in an earlier event that has the same."""
        events = self._book.numbers
        passages = self._narrated.passages
        numbers = [events.get(passage.event, 0) - 1 for passage in passages]
        for found in find_repeats([passage.text for passage in passages], numbers, self._book.language):
            if self._starts[found.earlier] >= 0:
                place = self._closest(found.earlier, passages[found.passage].text[found.start : found.end])
                yield found.passage, self._sentence(found.passage, (found.start + found.end) // 2), place

    def _spans(self) -> Spans:
        """A span for each passage, in the same order; outside any version where its text was not found."""
        events, starts = self._book.numbers, self._starts
        passages = self._narrated.passages
        located = [p.version if at >= 0 else "" for p, at in zip(passages, starts, strict=True)]
        return Spans.of(
            event=[events.get(p.event, 0) - 1 for p in passages],
            version=[self._versions.get(version, -1) for version in located],
            source=[self._sources.get(p.source, -1) for p in passages],
            start=starts,
            end=[at + len(p.text) for p, at in zip(passages, starts, strict=True)],
            role=[p.role for p in passages],
            score=0.0,
        )

    def _sentence(self, passage: int, position: int) -> int:
        """Return the index of the sentence at a position of a passage."""
        ends = accumulate(len(sentence.gap) + len(sentence.text) for sentence in self._narrated.split[passage])
        return min(bisect_right(list(ends), position), len(self._narrated.split[passage]) - 1)

    def _closest(self, passage: int, text: str) -> Place:
        """Return the place of the sentence of a passage that has the most words of a text."""
        stems = self._stems(text)
        at = self._starts[passage]
        found = []
        for sentence in self._narrated.split[passage]:
            at += len(sentence.gap) + len(sentence.text)
            found.append((-len(stems & self._stems(sentence.text)), at - len(sentence.text), at))
        _, start, end = min(found)
        return self._versions[self._narrated.passages[passage].version], start, end

    def _stems(self, text: str) -> set[str]:
        return {stem_of(text[start:end], self._rules) for start, end in word_spans(text)}


def locate(passage: Passage, text: str) -> int:
    """Return where a passage is in the text of its version; -1 if it is not there."""
    is_there = text.startswith(passage.text, passage.start)
    return passage.start if is_there else text.find(passage.text)
