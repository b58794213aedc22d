"""The JSON data embedded in the synopsis page. Every text occurs once, and no character can end the script element.

Sources, events and versions are rows and are referred to by index. A passage is the index of a version, or
`[version, start, end]` for a part of one (followed by sentence offsets and edits unless it is a single sentence without
edits), or an object for any other text. Offsets count UTF-16 code units, as JavaScript does. Times are formatted for
readers. Of random runs that differ in their seed only, the first is included, with the means of the scores of all.
"""

import json
from collections.abc import Hashable, Mapping, Sequence
from math import isfinite
from statistics import fmean, stdev
from typing import Any

from taeg.consolidate.narrative import Passage
from taeg.export.book import Book, NarratedRun, Sentence
from taeg.export.collation import shared
from taeg.export.synopsis_contested import pack_contested
from taeg.export.synopsis_fused import pack_fused, utf16_length
from taeg.export.synopsis_omitted import locate
from taeg.graph.scores import SCORE_COLUMNS
from taeg.model.corpus import Event
from taeg.text import dates
from taeg.text.language import ENGLISH, UNKNOWN

LATEST, EXCLUDED = 1, 2
"""Flags of a version."""
RANDOM, SEED = "random", "seed"
"""The strategy of random runs, and the parameter in which they differ."""
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}

_SCORES: Mapping[str, tuple[str, int, str]] = {
    **SCORE_COLUMNS,
    "characters": ("characters", 0, "Length of the narrative; neither more nor less is better."),
}


def to_json(book: Book, decide: str = "") -> str:
    """The data as JSON that is safe inside a script element; with the address for decisions, if there is one."""
    packed = pack(book) | ({"decide": decide} if decide else {})
    data = json.dumps(packed, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return data.translate(_ESCAPED)


def known_language(book: Book) -> str:
    """The language of the texts, empty if it is unknown."""
    return "" if book.language == UNKNOWN else book.language


def pack(book: Book) -> dict[str, Any]:
    """The data as lists and dictionaries."""
    packer = _Packer(book)
    runs = [packer.run(group) for group in _groups(book.runs)]
    metrics = _metrics([run["scores"] for run in runs])
    return {
        "corpus": book.corpus,
        **book.about,
        "language": known_language(book),
        "program": book.program,
        "sources": packer.sources(),
        "events": [packer.event(event, len(versions)) for event, versions in book.timeline_entries],
        "versions": packer.versions(),
        "runs": runs,
        "contested": pack_contested(book),
        "metrics": [_column(name) for name, zero in metrics.items() if not zero],
        "zeros": [_column(name)[1] for name, zero in metrics.items() if zero],
    }


def _groups(runs: Sequence[NarratedRun]) -> list[list[NarratedRun]]:
    """The runs, those that are random and differ in their seed only as one group."""
    groups: dict[Hashable, list[NarratedRun]] = {}
    for narrated in runs:
        run = narrated.run
        rest = frozenset((name, str(value)) for name, value in run.parameters.items() if name != SEED)
        groups.setdefault((RANDOM, rest) if run.strategy == RANDOM else run.id, []).append(narrated)
    return list(groups.values())


def _metrics(scores: Sequence[Mapping[str, float]]) -> dict[str, bool]:
    """The names of all scores, those of `_SCORES` first and in its order, and whether they are zero in all runs."""
    found = dict.fromkeys(name for values in scores for name in values)
    names = [name for name in _SCORES if name in found] + [name for name in found if name not in _SCORES]
    return {name: not any(values.get(name) for values in scores) for name in names}


def _column(metric: str) -> list[Any]:
    return [metric, *_SCORES.get(metric, (metric, 0, ""))]


class _Packer:
    """Indices of sources, events and versions, and the sentence offsets of versions that a run uses whole."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._version = {version.id: i for i, version in enumerate(book.versions)}
        self._event = {event.id: i for i, event in enumerate(book.events)}
        self._source = {source.id: i for i, source in enumerate(book.sources)}
        self._sentences: dict[int, list[int]] = {}

    def sources(self) -> list[list[Any]]:
        """A row for each source; the last value is how its accounts are cited."""
        cited: dict[str, str] = {}
        for version in self._book.versions:
            if version.citation:
                cited.setdefault(version.source, version.citation)
        return [
            [s.id, s.title, s.author, self._readable(s.date), s.files, cited.get(s.id, "")] for s in self._book.sources
        ]

    def event(self, event: Event, versions: int) -> list[Any]:
        """The row of an event; its day is the date of its time unless the timeline has one."""
        day = event.day or dates.day(event.time, self._book.language)
        when = dates.readable(event.time, self._book.language, weekday=True)
        return [
            *(event.id, event.title, day, dates.clock(event.time), when, event.location),
            *(event.gold_text, event.choice, event.edits, versions),
        ]

    def versions(self) -> list[list[Any]]:
        """A row for each version."""
        stretches = (
            found
            for _, versions in self._book.timeline_entries
            for found in shared([version.text for version in versions], self._book.language)
        )
        return [
            [
                v.id,
                self._source[v.source],
                v.citation,
                self._readable(self._book.time_of(v)),
                v.text,
                v.gaps,
                LATEST * latest + EXCLUDED * v.excluded,
                v.told_of,
                [n for stretch in found for n in (utf16_length(stretch.text), stretch.shared)],
                self._sentences.get(i, []),
            ]
            for i, (v, latest, found) in enumerate(zip(self._book.versions, self._book.latest, stretches, strict=True))
        ]

    def run(self, group: Sequence[NarratedRun]) -> dict[str, Any]:
        """The first run of a group with its passages, and the mean scores of the group with their spread.

        Scores that are not finite are left out.
        """
        narrated, run = group[0], group[0].run
        values: dict[str, list[float]] = {}
        for one in group:
            for name, value in one.scores.items():
                if isfinite(value):
                    values.setdefault(name, []).append(value)
        return {
            "id": run.id,
            "title": narrated.title,
            "strategy": run.strategy,
            "parameters": dict(run.parameters),
            "signature": run.signature,
            "created": dates.readable(run.created, ENGLISH),
            "others": len(group) - 1,
            "scores": {name: fmean(found) for name, found in values.items()},
            "spread": {name: stdev(found) for name, found in values.items() if len(found) > 1},
            "superior": narrated.superior,
            "passages": [self._passage(p, s) for p, s in zip(narrated.passages, narrated.split, strict=True)],
            "fused": pack_fused(self._book, narrated, self._version, self._source),
        }

    def _readable(self, time: str) -> str:
        return dates.readable(time, self._book.language)

    def _passage(self, passage: Passage, sentences: Sequence[Sentence]) -> int | list[object] | dict[str, object]:
        offsets = _offsets(sentences)
        index = self._version.get(passage.version, -1)
        if index >= 0:
            version = self._book.versions[index]
            is_whole = (
                passage.text == version.text and passage.edits == self._book.events[self._event[version.event]].edits
            )
            if is_whole and self._sentences.setdefault(index, offsets) == offsets:
                return index
            start = locate(passage, version.text)
            if start >= 0 and passage.text:
                first = utf16_length(version.text[:start])
                last = first + utf16_length(passage.text)
                if offsets == [0, last - first] and not passage.edits:
                    return [index, first, last]
                return [index, first, last, offsets, passage.edits]
        return {
            "event": self._event.get(passage.event, -1),
            "title": passage.title,
            "version": passage.version,
            "source": self._source.get(passage.source, -1),
            "reference": passage.reference,
            "text": passage.text,
            "teller": passage.source_title,
            "time": self._readable(passage.time),
            "edits": passage.edits,
            "sentences": offsets,
        }


def _offsets(sentences: Sequence[Sentence]) -> list[int]:
    """Start and end of each sentence."""
    offsets: list[int] = []
    at = 0
    for sentence in sentences:
        at += utf16_length(sentence.gap)
        offsets += [at, at + utf16_length(sentence.text)]
        at = offsets[-1]
    return offsets
