"""Sentences of the sources, located in the versions that contain them."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from taeg.consolidate.spans import Spans
from taeg.model.arrange import PARAGRAPH, spoken
from taeg.model.corpus import Source, Version
from taeg.text.language import language


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source, located in the version that contains it."""

    source: int
    version: int
    """-1 if no version contains it."""
    start: int
    """Offset in the version's text, or in the source's running text if there is no version."""
    end: int
    text: str


class VersionIndex:
    """Finds the version that contains a span of a source's running text."""

    def __init__(self, sources: Sequence[Source], versions: Sequence[Version]) -> None:
        """Locate every usable version in the running text of its source."""
        index = {source.id: i for i, source in enumerate(sources)}
        self._found: list[list[tuple[int, int, int]]] = [[] for _ in sources]
        position = [0] * len(sources)
        for number, version in enumerate(versions):
            if not version.usable:
                continue
            i = index[version.source]
            text = sources[i].text
            start = text.find(version.text, position[i])
            start = text.find(version.text) if start < 0 else start
            if start >= 0:
                position[i] = start + len(version.text)
                self._found[i].append((start, position[i], number))
        for found in self._found:
            found.sort()

    def find(self, source: int, start: int, end: int) -> tuple[int, int]:
        """Return the version that contains a span and its offset in the running text; -1 and 0 if none.

        Versions may overlap or contain one another: the one that starts last is returned.
        """
        found = self._found[source]
        for i in range(bisect_right(found, start, key=lambda row: row[0]) - 1, -1, -1):
            if found[i][1] >= end:
                return found[i][2], found[i][0]
        return -1, 0


def sentences(sources: Sequence[Source], versions: Sequence[Version], code: str) -> list[Sentence]:
    """Split the running texts of all sources into sentences, in order.

    No sentence crosses the end of a paragraph, where another account may begin. Sentences that occur only in versions
    excluded by the editor are left out.
    """
    sources = spoken(sources, versions)
    index = VersionIndex(sources, versions)
    excluded: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for version in versions:
        (excluded if version.excluded else others).setdefault(version.source, []).append(version.text)
    found = []
    for number, source in enumerate(sources):
        position = 0
        for paragraph in source.text.split(PARAGRAPH):
            for text in language(code).sentences(paragraph):
                start = source.text.index(text, position)
                position = start + len(text)
                if _within(text, excluded, source.id) and not _within(text, others, source.id):
                    continue
                inside, offset = index.find(number, start, position)
                found.append(Sentence(number, inside, start - offset, position - offset, text))
    return found


def _within(sentence: str, texts: Mapping[str, Sequence[str]], source: str) -> bool:
    return any(sentence in text for text in texts.get(source, ()))


def trace(spans: Spans, sources: Sequence[Source], versions: Sequence[Version], events: Mapping[str, int]) -> Spans:
    """Convert spans with offsets in a source into spans with offsets in the version that contains them."""
    outside = np.flatnonzero((spans.version < 0) & (spans.source >= 0)).tolist()
    if not outside:
        return spans
    index = VersionIndex(spoken(sources, versions), versions)
    event, version, start, end = (c.copy() for c in (spans.event, spans.version, spans.start, spans.end))
    for row in outside:
        found, offset = index.find(int(spans.source[row]), int(start[row]), int(end[row]))
        if found >= 0:
            event[row], version[row] = events[versions[found].event], found
            start[row] -= offset
            end[row] -= offset
    return replace(spans, event=event, version=version, start=start, end=end)
