"""The JSON data embedded in the synopsis page. Every text occurs once, and no character can end the script element.

Sources, events and versions are rows and are referred to by index. A passage is the index of a version, or
`[version, start, end]` for a part of one (followed by sentence offsets and edits unless it is a single sentence without
edits), or an object for any other text. Offsets count UTF-16 code units, as JavaScript does. Of random runs that
differ in their seed only, the first is included with the number of the others.
"""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from taeg.consolidate.narrative import Passage
from taeg.export.book import Book, NarratedRun, Sentence
from taeg.export.collation import shared
from taeg.graph.scores import SCORE_COLUMNS

LATEST, EXCLUDED = 1, 2
"""Flags of a version."""
RANDOM, SEED = "random", "seed"
"""The strategy of random runs, and the parameter in which they differ."""
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}

_SCORES: Mapping[str, tuple[str, int, str]] = {
    **SCORE_COLUMNS,
    "characters": ("characters", 0, "Length of the narrative; neither more nor less is better."),
}


def to_json(book: Book) -> str:
    """The data as JSON that is safe inside a script element."""
    data = json.dumps(pack(book), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return data.translate(_ESCAPED)


def known_language(book: Book) -> str:
    """The language of the texts, empty if it is unknown."""
    return "" if book.language == "und" else book.language


def pack(book: Book) -> dict[str, Any]:
    """The data as lists and dictionaries."""
    packer = _Packer(book)
    kept = _without_repeated_draws(book.runs)
    runs = [packer.run(narrated, others) for narrated, others in kept]
    return {
        "corpus": book.corpus,
        **book.about,
        "language": known_language(book),
        "program": book.program,
        "sources": [[s.id, s.title, s.author, s.date] for s in book.sources],
        "events": [
            [e.id, e.title, e.day, e.time, e.location, e.gold_text, e.choice, e.edits, len(versions)]
            for e, versions in book.timeline_entries
        ],
        "versions": packer.versions(),
        "runs": runs,
        "metrics": [[name, *_SCORES.get(name, (name, 0, ""))] for name in _metrics(n.scores for n, _ in kept)],
    }


def _without_repeated_draws(runs: Sequence[NarratedRun]) -> list[tuple[NarratedRun, int]]:
    """The runs to include, each with the number of random runs that are left out for it."""
    groups: dict[Hashable, list[NarratedRun]] = {}
    for narrated in runs:
        run = narrated.run
        rest = frozenset((name, str(value)) for name, value in run.parameters.items() if name != SEED)
        groups.setdefault((RANDOM, rest) if run.strategy == RANDOM else run.id, []).append(narrated)
    return [(group[0], len(group) - 1) for group in groups.values()]


def _metrics(scores: Iterable[Mapping[str, float]]) -> list[str]:
    """The names of all scores, those of `_SCORES` first and in its order."""
    found = dict.fromkeys(name for values in scores for name in values)
    return [name for name in _SCORES if name in found] + [name for name in found if name not in _SCORES]


class _Packer:
    """Indices of sources, events and versions, and the sentence offsets of versions that a run uses whole."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._version = {version.id: i for i, version in enumerate(book.versions)}
        self._event = {event.id: i for i, event in enumerate(book.events)}
        self._source = {source.id: i for i, source in enumerate(book.sources)}
        self._sentences: dict[int, list[int]] = {}

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
                self._book.time_of(v),
                v.text,
                v.gaps,
                LATEST * latest + EXCLUDED * v.excluded,
                v.told_of,
                [n for stretch in found for n in (_utf16_length(stretch.text), stretch.shared)],
                self._sentences.get(i, []),
            ]
            for i, (v, latest, found) in enumerate(zip(self._book.versions, self._book.latest, stretches, strict=True))
        ]

    def run(self, narrated: NarratedRun, others: int) -> dict[str, Any]:
        """A run with its passages; scores that are not finite are left out."""
        run = narrated.run
        return {
            "id": run.id,
            "strategy": run.strategy,
            "parameters": dict(run.parameters),
            "signature": run.signature,
            "created": run.created,
            "others": others,
            "scores": {name: value for name, value in narrated.scores.items() if isfinite(value)},
            "passages": [self._passage(p, s) for p, s in zip(narrated.passages, narrated.split, strict=True)],
        }

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
            start = version.text.find(passage.text)
            if start >= 0 and passage.text:
                first = _utf16_length(version.text[:start])
                last = first + _utf16_length(passage.text)
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
            "time": passage.time,
            "edits": passage.edits,
            "sentences": offsets,
        }


def _offsets(sentences: Sequence[Sentence]) -> list[int]:
    """Start and end of each sentence."""
    offsets: list[int] = []
    at = 0
    for sentence in sentences:
        at += _utf16_length(sentence.gap)
        offsets += [at, at + _utf16_length(sentence.text)]
        at = offsets[-1]
    return offsets


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
