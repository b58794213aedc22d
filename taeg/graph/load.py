"""A generation on its way into the graph: its tables, slice by slice, each read back after it was sent.

An engine's word that something is stored is not enough (a full disk, another sweeper). Not for claims, pointers and
what is swept: that is `taeg.graph.generations`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from taeg.base.errors import TaegError
from taeg.base.progress import Progress
from taeg.graph.nodes import EVENTS, NODES, SOURCES, VERSIONS, Table
from taeg.graph.read import edges_between, sliced_columns
from taeg.model.corpus import Version
from taeg.model.corpus_graph import KINDS, Edges, Kind, Stock, event_slices
from taeg.store.engine import Store

STAGES = {
    "sources": "sources",
    "events": "events",
    "next": "timeline",
    "versions": "versions",
    "before": "BEFORE edges",
    "same_event": "SAME_EVENT edges",
}
"""What of it is announced, in words for people; the other tables go with these."""


class SpoiledError(TaegError):
    """What is in the graph is not what was sent."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one table; those of nodes and edges stand in places from `start` up to `stop`."""

    table: str
    rows: Table
    start: int
    stop: int
    edges: Edges | None = None

    def __len__(self) -> int:
        return len(next(iter(self.rows.values())))


class Loading:
    """One generation of a corpus, made of a stock."""

    def __init__(self, store: Store, corpus: str, generation: str, stock: Stock) -> None:
        self._store = store
        self._corpus = corpus
        self._generation = generation
        self._stock = stock
        self._head = stock.head

    def run(self, progress: Progress) -> None:
        """Load everything."""
        stage = ""
        with self._reading_back() as read_back:
            for part in self.parts():
                if part.table in STAGES and part.table != stage:
                    stage = part.table
                    progress.stage(STAGES[stage], self._total(stage))
                self._store.load(part.table, part.rows)
                read_back(part)
                if part.table == stage:
                    progress.advance(part.stop - part.start)

    @contextmanager
    def _reading_back(self) -> Iterator[Callable[[Part], None]]:
        """Look whether parts have arrived; on a server each while the next is sent, and the last at the end."""
        if self._store.exclusive:
            yield self._arrived
            return
        with ThreadPoolExecutor(1) as pool:
            last: list[Future[None]] = []

            def behind(part: Part) -> None:
                while last:
                    last.pop().result()
                last.append(pool.submit(self._arrived, part))

            yield behind
            while last:
                last.pop().result()

    def _arrived(self, part: Part) -> None:
        if not self._has(part):
            raise self._spoiled()

    def is_whole(self, progress: Progress) -> bool:
        """Whether the generation is in the graph as it should be."""
        progress.stage("compare", sum(map(self._total, STAGES)))
        for part in self.parts():
            if not self._has(part):
                return False
            if part.table in STAGES:
                progress.advance(part.stop - part.start)
        return True

    def parts(self) -> Iterator[Part]:
        """Everything that belongs into the graph, nodes before the ties between them."""
        head, stock = self._head, self._stock
        yield self._sources()
        for start, stop in event_slices(head.events):
            yield self._events(start, stop)
        yield Part(
            "part_of",
            {"a": self._keys(s.id for s in head.sources), "b": [self._corpus] * len(head.sources)},
            0,
            len(head.sources),
        )
        yield Part("begins_with", {"a": [self._corpus], "b": self._keys([stock.events(0, 1)[0].id])}, 0, 1)
        for start, stop in event_slices(head.events - 1):
            keys = self._keys(event.id for event in stock.events(start, stop + 1))
            yield Part("next", {"a": keys[:-1], "b": keys[1:]}, start, stop)
        for start, stop in pairwise(stock.cuts):
            yield from self._versions(start, stop)
        for kind in KINDS:
            for start, stop in pairwise(stock.cuts):
                yield self._edges(kind, start, stop)

    def _sources(self) -> Part:
        sources = self._head.sources
        keys = self._keys(source.id for source in sources)
        rows = SOURCES.columns(sources, keys, self._owned(0, len(sources)), {})
        return Part("sources", rows, 0, len(sources))

    def _events(self, start: int, stop: int) -> Part:
        events = self._stock.events(start, stop)
        keys = self._keys(event.id for event in events)
        return Part("events", EVENTS.columns(events, keys, self._owned(start, stop), {}), start, stop)

    def _versions(self, start: int, stop: int) -> Iterator[Part]:
        """A slice of versions with their ties to events and sources."""
        versions = self._stock.versions(start, stop)
        sources = {source.id: (i, source.title) for i, source in enumerate(self._head.sources)}
        keys = self._keys(v.id for v in versions)
        derived: Table = {
            "name": [_caption(v, sources[v.source][1]) for v in versions],
            "event_ord": self._stock.event_places(start, stop).tolist(),
            "source_ord": [sources[v.source][0] for v in versions],
            "chars": [len(v.text) for v in versions],
            "latest": self._stock.latest(start, stop),
        }
        rows = VERSIONS.columns(versions, keys, self._owned(start, stop), derived)
        yield Part("versions", rows, start, stop)
        yield Part("tells", {"a": keys, "b": self._keys(v.event for v in versions)}, start, stop)
        yield Part("told_by", {"a": keys, "b": self._keys(v.source for v in versions)}, start, stop)

    def _edges(self, kind: Kind, start: int, stop: int) -> Part:
        edges = self._stock.edges(kind, start, stop)
        ends = {name: self._keys(self._stock.version_ids(places)) for name, places in (("a", edges.a), ("b", edges.b))}
        return Part(kind, {**ends, "weight": edges.weight.tolist()}, start, stop, edges)

    def _has(self, part: Part) -> bool:
        """Whether the graph has exactly this part."""
        if not len(part):
            return True
        ends = {"generation": self._generation, "start": part.start, "stop": part.stop}
        if part.edges is not None:
            there = edges_between(self._store, part.table, self._generation, part.start, part.stop)
            return all(np.array_equal(getattr(there, name), getattr(part.edges, name)) for name in ("a", "b", "weight"))
        if part.table in NODES:
            node = NODES[part.table]
            wanted = {"generation": self._generation} if part.table == "sources" else ends
            columns = sliced_columns([self._store.columns(node.read, **wanted)])
            exact = [name for name in ("ord", *node.told, *node.compared) if (part.table, name) != _NUMBER]
            same = all(columns[name] == part.rows[name] for name in exact)
            if same and part.table == "events":
                same = _numbers(columns) == _numbers(part.rows)
            return same
        count = self._store.read(f"read/count_{part.table}", **ends)[0]["ties"]
        return bool(count == len(part))

    def _owned(self, start: int, stop: int) -> Table:
        count = stop - start
        return {
            "corpus": [self._corpus] * count,
            "generation": [self._generation] * count,
            "ord": list(range(start, stop)),
        }

    def _keys(self, ids: Iterable[str]) -> list[str]:
        own = f"{self._generation}/"
        return [own + id for id in ids]

    def _total(self, stage: str) -> int:
        events = self._head.events
        few = {"sources": len(self._head.sources), "events": events, "next": events - 1}
        return few.get(stage, self._head.versions)

    def _spoiled(self) -> SpoiledError:
        return SpoiledError(
            f"corpus {self._corpus!r} did not arrive whole in the graph (disk full, or another ingest at the same "
            "time?); what was there before stands; run this again"
        )


_NUMBER = ("events", "position")
"""What is compared as far as it says anything."""


def _numbers(events: Mapping[str, Sequence[Any]]) -> list[str]:
    """The numbers that a timeline gives its events, where they say more than the order does."""
    columns = zip(events["ord"], events["position"], events["declared"], strict=True)
    return [number if declared and number != str(place + 1) else "" for place, number, declared in columns]


def _caption(version: Version, source: str) -> str:
    """What a version is called where it is drawn: who says so and where, briefly."""
    if source and source in version.citation:
        return version.citation
    return f"{version.source}: {version.citation or version.event}"
