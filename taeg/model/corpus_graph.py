"""A corpus with its edges and weights: what goes into a graph and comes out of it whole, and its digest.

`CorpusGraph` holds all of it in memory. `Stock` is the same in slices, for corpora that are larger than that: whoever
loads or digests one asks for a slice at a time. Not for strategies: they get arrays without texts
(`taeg.consolidate.strategies`).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from taeg.base.progress import SILENT, Progress
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.profile import Profile

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Kind = Literal["before", "same_event"]
KINDS: tuple[Kind, ...] = ("before", "same_event")

DIGEST_DECIMALS = 9
"""Weights are rounded to this before they enter a digest, so that machines and engines agree."""
DENSE = 256
"""Largest number of versions of an event for which every pair has an edge weighted by its cosine. Larger events have
a sample of edges with scaled weights (`taeg.build.large_events`). A corpus of a million versions has about three
million edges."""
SLICE = 50_000
"""Versions, or events, that are handed out at once."""
SLICE_CHARACTERS = 64_000_000
"""Characters of their texts, unless a single version has more."""

EVENT = ("id", "title", "day", "location", "gold_text")
_OF_CORPUS = ("title", "licence")
_OF_EVENT = ("time", "choice", "made", "edits")
_OF_VERSION = ("time", "title", "position", "language", "told_of", "excluded")
"""What a digest covers. Not where an account stands in its file: that is no part of what was said, and it changes
when a file is added in two halves."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Ties between versions, given by their places in the corpus, first end `a`, second end `b`."""

    a: IntArray
    b: IntArray
    weight: FloatArray

    def __len__(self) -> int:
        return len(self.a)


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a corpus as a whole, and how much of it there is."""

    profile: Profile
    language: str
    notes: tuple[str, ...]
    timeline: str
    title: str
    licence: str
    corrections: tuple[Correction, ...]
    originals: tuple[Event, ...]
    sources: tuple[Source, ...]
    events: int
    versions: int


class Slices(Protocol):
    """A corpus with its ties, in slices of its declared order: what a digest is made of, each asked for once."""

    @property
    def head(self) -> Head:
        """The corpus as a whole."""

    @property
    def cuts(self) -> Sequence[int]:
        """Where slices of versions begin and end: 0, …, their number."""

    def events(self, start: int, stop: int) -> Sequence[Event]:
        """The events from one place of the timeline up to another."""

    def versions(self, start: int, stop: int) -> Sequence[Version]:
        """The versions from one place up to another."""

    def edges(self, kind: Kind, start: int, stop: int) -> Edges:
        """The edges of a kind whose first end stands from one place up to another, by both ends."""

    def version_ids(self, places: IntArray) -> Sequence[str]:
        """The ids of the versions at these places."""


class Stock(Slices, Protocol):
    """The same with all that a graph keeps: what can be loaded."""

    @property
    def digest(self) -> str:
        """What `digest` says of it."""

    def latest(self, start: int, stop: int) -> Sequence[bool]:
        """For each version from one place up to another whether it is the last that its source says of its event."""

    def event_places(self, start: int, stop: int) -> IntArray:
        """For each of them the place of its event in the timeline."""


@dataclass(frozen=True)
class CorpusGraph:
    """A corpus with its BEFORE and SAME_EVENT edges; a `Stock`, too."""

    corpus: Corpus
    before: Edges
    same_event: Edges

    @property
    def floored(self) -> int:
        """How many edges have the floor as their weight, because their texts share no word.

        In events of more than `DENSE` versions hardly any has: weights there do not say how alike two texts are.
        """
        floor = self.corpus.profile.floor
        return int(np.count_nonzero(self.before.weight == floor) + np.count_nonzero(self.same_event.weight == floor))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of nodes, edges and weights in declared order; ids of corpus and generation stay out of it."""
        return digest(self)

    @property
    def head(self) -> Head:
        """The corpus as a whole."""
        c = self.corpus
        return Head(
            *(c.profile, c.language, c.notes, c.timeline, c.title, c.licence, c.corrections, c.originals, c.sources),
            events=len(c.events),
            versions=len(c.versions),
        )

    @cached_property
    def cuts(self) -> Sequence[int]:
        """Where slices begin and end."""
        return slices(len(version.text) for version in self.corpus.versions)

    def events(self, start: int, stop: int) -> Sequence[Event]:
        """The events from one place up to another."""
        return self.corpus.events[start:stop]

    def versions(self, start: int, stop: int) -> Sequence[Version]:
        """The versions from one place up to another."""
        return self.corpus.versions[start:stop]

    def latest(self, start: int, stop: int) -> Sequence[bool]:
        """For each of them whether it is the last of its source and event."""
        return self._latest[start:stop]

    def event_places(self, start: int, stop: int) -> IntArray:
        """For each of them the place of its event."""
        return self._event_places[start:stop]

    def edges(self, kind: Kind, start: int, stop: int) -> Edges:
        """The edges of a kind from these versions."""
        edges = self._sorted[kind]
        first, last = np.searchsorted(edges.a, (start, stop))
        return Edges(edges.a[first:last], edges.b[first:last], edges.weight[first:last])

    def version_ids(self, places: IntArray) -> Sequence[str]:
        """The ids of the versions at these places."""
        versions = self.corpus.versions
        return [versions[place].id for place in places.tolist()]

    @cached_property
    def _event_places(self) -> IntArray:
        place = {event.id: i for i, event in enumerate(self.corpus.events)}
        return np.array([place[version.event] for version in self.corpus.versions], dtype=np.int64)

    @cached_property
    def _latest(self) -> list[bool]:
        return self.corpus.latest

    @cached_property
    def _sorted(self) -> dict[Kind, Edges]:
        return {"before": in_order(self.before), "same_event": in_order(self.same_event)}


def in_order(edges: Edges) -> Edges:
    """The edges by their first end, then by their second."""
    order = np.lexsort((edges.b, edges.a))
    return Edges(edges.a[order], edges.b[order], edges.weight[order])


def slices(lengths: Iterable[int], most: int = 0, characters: int = 0) -> list[int]:
    """Cut versions of these lengths into slices of bounded number and size: 0, …, their number."""
    cuts, count, size = [0], 0, 0
    most, characters = most or SLICE, characters or SLICE_CHARACTERS
    for length in lengths:
        if count - cuts[-1] == most or (size and size + length > characters):
            cuts.append(count)
            size = 0
        count += 1
        size += length
    return [*cuts, count]


def event_slices(events: int) -> Iterator[tuple[int, int]]:
    """From where to where the events are handed out."""
    for start in range(0, events, SLICE):
        yield start, min(start + SLICE, events)


def digest(stock: Slices, progress: Progress = SILENT) -> str:
    """SHA-256 of a corpus with its ties, whatever the slices; what it covers is said with each line below."""
    found = hashlib.sha256()
    progress.stage("digest", stock.head.events + (1 + len(KINDS)) * stock.head.versions)
    for line in _lines(stock, progress):
        found.update(line.encode())
        found.update(b"\n")
    return found.hexdigest()


def _lines(stock: Slices, progress: Progress) -> Iterator[str]:
    head = stock.head
    yield _line("taeg", head.profile.name, head.language, head.notes, **_told(head, *_OF_CORPUS))
    for s in head.sources:
        yield _line("source", s.id, s.title, s.text, **_told(s, "author", "date", "rank"))
    for start, stop in event_slices(head.events):
        for place, e in enumerate(stock.events(start, stop), start=start + 1):
            # where a timeline numbers its events in steps of one, or nobody numbers them, the order says it all
            number = e.position if e.declared and e.position != str(place) else ""
            more = {"position": number} if number else {}
            undeclared = {} if e.declared else {"declared": False}
            yield _line("event", *(getattr(e, f) for f in EVENT), **_told(e, *_OF_EVENT), **more, **undeclared)
        progress.advance(stop - start)
    for start, stop in pairwise(stock.cuts):
        for v in stock.versions(start, stop):
            yield _line("version", v.id, v.event, v.source, v.citation, v.gaps, v.text, **_told(v, *_OF_VERSION))
        progress.advance(stop - start)
    for original in head.originals:
        yield _line("original", *(getattr(original, f) for f in EVENT), original.time, original.position)
    for c in head.corrections:
        yield _line("correction", c.kind, c.target, c.other, c.side, c.versions, c.title, c.why, c.given_in)
    for kind in KINDS:
        for start, stop in pairwise(stock.cuts):
            edges = stock.edges(kind, start, stop)
            first, second = stock.version_ids(edges.a), stock.version_ids(edges.b)
            for a, b, weight in zip(first, second, edges.weight.tolist(), strict=True):
                yield _line(kind, a, b, f"{weight:.{DIGEST_DECIMALS}f}")
            progress.advance(stop - start)


def _told(value: object, *fields: str) -> dict[str, object]:
    """The fields that say anything; the others leave no trace, so that a digest outlives fields added later."""
    return {field: found for field in fields if (found := getattr(value, field))}


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _line(*values: object, **more: object) -> str:
    return _encode([*values, more] if more else values)
