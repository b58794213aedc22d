"""What a corpus in a graph consists of: counts, gaps, contradictions and digest, made in one walk through its slices.

Memory holds a slice of versions, the names of the events, a few numbers for each version that has
a place in its source, and what is listed; never the corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from taeg.base.errors import TaegError
from taeg.graph.nodes import EVENTS, VERSIONS
from taeg.graph.read import Entry, edges_between, sliced, sliced_columns, sources
from taeg.model.corpus import Event, Version
from taeg.model.corpus_graph import DENSE, Edges, Head, IntArray, Kind, digest, slices
from taeg.model.corrections import words
from taeg.model.timeline import Contradictions
from taeg.store.engine import Columns, Store

SLICE = 10_000
"""Versions that are looked at, at once: fewer than are loaded at once, since nothing is gained by more."""
WINDOWS = 8
"""Slices of ids that are kept: edges go from a version to ones that are mostly near."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a corpus in a graph consists of."""

    corpus: str
    profile: str
    engine: str
    events: int
    versions: int
    versions_with_text: int
    before: int
    same_event: int
    floored: int
    """Edges whose texts share no word and that have the profile's floor as their weight."""
    large_events: int
    """Events of so many versions that the weights of their edges are raised, and do not say which are floored."""
    digest: str
    gaps: list[str]
    """References of the versions that are left without any text."""
    partial_gaps: list[str]
    """Parts that are missing inside versions which do have a text."""
    untold: list[str]
    """Events that nobody tells, by id and title: they are in no narrative."""
    runs: list[str]
    notes: list[str]
    title: str
    licence: str
    timeline: str
    """Where the order of events comes from: given, order, time or row."""
    contradictions: list[str]
    """Where a source tells things in another order than the timeline."""
    corrections: list[str]
    """The editor's, in words."""
    misfits: list[str]
    """Those of them that do not fit the corpus as it is now, with the reason."""


def stats(store: Store, entry: Entry) -> Stats:
    """Count what is in the graph now of an entry's generation."""
    walk = _Walk(store, entry)
    try:
        found = digest(walk)
    except LookupError as error:  # a version of an event that is gone, an edge to a version that is
        raise TaegError(f"corpus {entry.id!r} is not whole in the graph; ingest it again") from error
    return Stats(
        corpus=entry.id,
        profile=entry.profile.name,
        engine=store.engine,
        events=walk.events_met,
        versions=walk.versions_met,
        versions_with_text=walk.versions_met - len(walk.gaps),
        before=walk.ties["before"],
        same_event=walk.ties["same_event"],
        floored=walk.floored,
        large_events=walk.large_events,
        digest=found,
        gaps=walk.gaps,
        partial_gaps=walk.partial_gaps,
        untold=list(walk.untold.values()),
        runs=[row["id"] for row in store.read("read/runs", generation=entry.generation)],
        notes=list(entry.notes),
        title=entry.title,
        licence=entry.licence,
        timeline=entry.timeline,
        contradictions=walk.order.lines(),
        corrections=[words(c) for c in entry.corrections],
        misfits=[f"{words(c)}: {c.problem}" for c in entry.corrections if c.problem],
    )


class _Walk:
    """A generation in slices, as `digest` asks for them, once each; what goes by is counted."""

    def __init__(self, store: Store, entry: Entry) -> None:
        self._store = store
        self._entry = entry
        self._ids: dict[int, list[str]] = {}
        self.order = Contradictions(self.head.sources)
        self.events_met = 0
        self.versions_met = 0
        self.ties = {"before": 0, "same_event": 0}
        self.floored = 0
        self.large_events = 0
        self._event, self._tied = "", 0
        self.gaps: list[str] = []
        self.partial_gaps: list[str] = []
        self.untold: dict[str, str] = {}

    @cached_property
    def head(self) -> Head:
        """The corpus as a whole, as it was recorded."""
        e = self._entry
        told = sources(self._store, e)
        return Head(
            *(e.profile, e.language, e.notes, e.timeline, e.title, e.licence, e.corrections, e.originals, told),
            events=e.events,
            versions=e.versions,
        )

    @cached_property
    def cuts(self) -> Sequence[int]:
        """Where slices begin and end: by what is there, should that be other than was recorded."""
        there = sliced(self._store, "read/shape", self._entry.generation, self._entry.versions)
        lengths = np.zeros(max([self._entry.versions, *(place + 1 for place in there["ord"][-1:])]), dtype=np.int64)
        lengths[there["ord"]] = there["chars"]
        return slices(lengths.tolist(), SLICE)

    def events(self, start: int, stop: int) -> Sequence[Event]:
        """The events from one place up to another."""
        found = EVENTS.values(self._columns(EVENTS.read, start, stop))
        self.order.happen(found)
        self.events_met += len(found)
        self.untold |= {event.id: f"{event.id} {event.title}" for event in found}
        return found

    def versions(self, start: int, stop: int) -> Sequence[Version]:
        """The versions from one place up to another."""
        found = VERSIONS.values(self._columns(VERSIONS.read, start, stop))
        self.order.tell(found)
        self.versions_met += len(found)
        for version in found:
            self.untold.pop(version.event, None)
            self._count(version)
            if not version.text:
                self.gaps.append(version.citation or version.id)
            else:
                self.partial_gaps += version.gaps
        return found

    def _count(self, version: Version) -> None:
        """Count the events of very many versions; those of an event stand together."""
        if version.event != self._event:
            self._event, self._tied = version.event, 0
        if not version.excluded:
            self._tied += 1
            self.large_events += self._tied == DENSE + 1

    def edges(self, kind: Kind, start: int, stop: int) -> Edges:
        """The edges of a kind from these versions."""
        found = edges_between(self._store, kind, self._entry.generation, start, stop)
        self.ties[kind] += len(found)
        self.floored += int(np.count_nonzero(found.weight == self._entry.profile.floor))
        return found

    def version_ids(self, places: IntArray) -> Sequence[str]:
        """The ids of the versions at these places."""
        found = np.empty(len(places), dtype=object)
        for window in np.unique(places // SLICE).tolist():
            inside = places // SLICE == window
            ids = np.array(self._window(window), dtype=object)
            found[inside] = ids[places[inside] - window * SLICE]
        names: list[str] = found.tolist()
        return names

    def _window(self, window: int) -> list[str]:
        if window not in self._ids:
            if len(self._ids) == WINDOWS:
                del self._ids[next(iter(self._ids))]
            start = window * SLICE
            self._ids[window] = self._columns("read/version_names", start, start + SLICE)["id"]
        return self._ids[window]

    def _columns(self, query: str, start: int, stop: int) -> Columns:
        part = self._store.columns(query, generation=self._entry.generation, start=start, stop=stop)
        return sliced_columns([part])
