"""Loading one generation of a corpus: its tables are sent in slices and each slice is verified in the graph.

An engine's acknowledgement is not enough: with a full disk, LadybugDB reports a commit that is lost later. Nodes and
weighted edges are read back and compared, other relationships are counted, so the digest and the statistics of the
loaded value hold for the graph. `taeg.graph.verify` uses the same comparison for corpora that were loaded before.
Claims, pointers and sweeping are in `taeg.graph.generations`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

import cypher
from taeg.base.errors import DamageError, TaegError, shortened
from taeg.base.progress import Progress
from taeg.graph.damage import reported
from taeg.graph.nodes import EVENTS, NODES, SOURCES, VERSIONS, Node, Table
from taeg.graph.read import edges_between, sliced_columns
from taeg.model.corpus import Event, Source, Version
from taeg.model.corpus_graph import EDGE_KINDS, SLICE, CorpusGraph, Edges, informative_position, slices
from taeg.store.engine import Store

STAGES = {
    **{"sources": "sources", "events": "events", "next": "timeline", "versions": "versions"},
    **{kind.name: f"{kind.type} edges" for kind in EDGE_KINDS.values()},
}
"""Tables whose loading is reported as a stage; the others are loaded within these."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Rows of one table, for the nodes with indices from `start` up to `stop`."""

    table: str
    """A key of `NODES` or `EDGE_KINDS`, or the name of another relationship."""
    rows: Table
    start: int
    stop: int
    edges: Edges | None = None

    def __len__(self) -> int:
        return len(next(iter(self.rows.values())))

    @property
    def load_name(self) -> str:
        """The name of the load statement for `Store.load`."""
        if self.table in NODES:
            return NODES[self.table].load
        if kind := EDGE_KINDS.get(self.table):
            return cypher.fill("edges", kind.type, ("weight", *kind.properties))
        return self.table


class Loading:
    """Loads a corpus and its edges as one generation, or checks whether the graph already has them."""

    def __init__(self, store: Store, corpus: str, generation: str, graph: CorpusGraph) -> None:
        self._store = store
        self._id = corpus
        self._generation = generation
        self._graph = graph
        self._corpus = graph.corpus

    def run(self, progress: Progress) -> None:
        """Load all tables; raise TaegError if a slice is not in the graph as it was sent."""
        stage = ""
        with self._reading_back() as read_back:
            for piece in self.table_slices():
                if piece.table in STAGES and piece.table != stage:
                    stage = piece.table
                    progress.stage(STAGES[stage], self._totals[stage])
                self._store.load(piece.load_name, piece.rows)
                read_back(piece)
                if piece.table == stage:
                    progress.advance(len(piece))

    def is_stored(self, progress: Progress) -> bool:
        """Whether the graph has exactly this generation."""
        try:
            return next(self.differences(progress), None) is None
        except DamageError:
            return False

    def differences(self, progress: Progress) -> Iterator[str]:
        """Describe where the graph has other rows than these, or does not have them."""
        progress.stage("compare", sum(self._totals.values()))
        for piece in self.table_slices():
            with reported(self._id):
                yield from self._differences(piece)
            if piece.table in STAGES:
                progress.advance(len(piece))

    @property
    def _totals(self) -> dict[str, int]:
        corpus = self._corpus
        nodes = {"sources": len(corpus.sources), "events": len(corpus.events), "versions": len(corpus.versions)}
        return {**nodes, "next": len(corpus.events) - 1} | {n: len(edges) for n, edges in self._graph.edges.items()}

    @contextmanager
    def _reading_back(self) -> Iterator[Callable[[Slice], None]]:
        """Verify each slice; on a server in a thread, while the next slice is sent."""
        if self._store.exclusive:
            yield self._verify
            return
        with ThreadPoolExecutor(1) as pool:
            pending: list[Future[None]] = []

            def verify_later(piece: Slice) -> None:
                while pending:
                    pending.pop().result()
                pending.append(pool.submit(self._verify, piece))

            yield verify_later
            while pending:
                pending.pop().result()

    def _verify(self, piece: Slice) -> None:
        if next(self._differences(piece), None) is not None:
            raise TaegError(
                f"loading corpus {self._id!r} failed: the graph is missing rows (disk full, or a concurrent ingest?); "
                "the previous version is unchanged; run the command again"
            )

    def table_slices(self) -> Iterator[Slice]:
        """Yield all tables in slices, nodes before the relationships between them."""
        sources, events = self._corpus.sources, self._corpus.events
        yield self._nodes("sources", SOURCES, sources, 0)
        for start in range(0, len(events), SLICE):
            yield self._nodes("events", EVENTS, events[start : start + SLICE], start)
        yield Slice("part_of", {"a": self._keys(sources), "b": [self._id] * len(sources)}, 0, len(sources))
        yield Slice("begins_with", {"a": [self._id], "b": self._keys(events[:1])}, 0, 1)
        for start in range(0, len(events) - 1, SLICE):
            stop = min(start + SLICE, len(events) - 1)
            keys = self._keys(events[start : stop + 1])
            yield Slice("next", {"a": keys[:-1], "b": keys[1:]}, start, stop)
        cuts = slices(len(version.text) for version in self._corpus.versions)
        for start, stop in pairwise(cuts):
            yield from self._versions(start, stop)
        for name, edges in self._graph.edges.items():
            for start, stop in pairwise(cuts):
                first, last = np.searchsorted(edges.a, (start, stop)).tolist()
                yield self._edges(name, edges.take(slice(first, last)), start, stop)

    def _versions(self, start: int, stop: int) -> Iterator[Slice]:
        versions = self._corpus.versions[start:stop]
        titles = {source.id: source.title for source in self._corpus.sources}
        source_index = {source.id: i for i, source in enumerate(self._corpus.sources)}
        derived: Table = {
            "name": [_caption(v, titles[v.source]) for v in versions],
            "event_ord": [self._event_index[v.event] for v in versions],
            "source_ord": [source_index[v.source] for v in versions],
            "chars": [len(v.text) for v in versions],
            "latest": self._latest[start:stop],
        }
        piece = self._nodes("versions", VERSIONS, versions, start, derived)
        yield piece
        own = f"{self._generation}/"
        yield Slice("tells", {"a": piece.rows["key"], "b": [own + v.event for v in versions]}, start, stop)
        yield Slice("told_by", {"a": piece.rows["key"], "b": [own + v.source for v in versions]}, start, stop)

    def _nodes(
        self,
        table: str,
        node: Node[Source] | Node[Event] | Node[Version],
        values: Sequence[Source] | Sequence[Event] | Sequence[Version],
        start: int,
        derived: Table | None = None,
    ) -> Slice:
        count = len(values)
        owned: Table = {
            "corpus": [self._id] * count,
            "generation": [self._generation] * count,
            "ord": list(range(start, start + count)),
        }
        rows = node.columns(values, self._keys(values), owned, derived or {})  # type: ignore[arg-type]
        return Slice(table, rows, start, start + count)

    def _edges(self, name: str, edges: Edges, start: int, stop: int) -> Slice:
        own, versions = f"{self._generation}/", self._corpus.versions
        values = {column: found.tolist() for column, found in edges.columns.items()}
        ends = {end: [own + versions[i].id for i in values.pop(end)] for end in ("a", "b")}
        return Slice(name, {**ends, **values}, start, stop, edges)

    @cached_property
    def _event_index(self) -> dict[str, int]:
        return {event.id: i for i, event in enumerate(self._corpus.events)}

    @cached_property
    def _latest(self) -> list[bool]:
        return self._corpus.latest

    def _keys(self, values: Iterable[Source | Event | Version]) -> list[str]:
        own = f"{self._generation}/"
        return [own + value.id for value in values]

    def _differences(self, piece: Slice) -> Iterator[str]:
        """Compare nodes and weighted edges, and count other relationships."""
        if not len(piece):
            return
        bounds: dict[str, Any] = {"generation": self._generation, "start": piece.start, "stop": piece.stop}
        if piece.edges is not None:
            if not edges_between(self._store, piece.table, **bounds).equals(piece.edges):
                yield f"{EDGE_KINDS[piece.table].type} edges are missing or have other weights"
        elif piece.table in NODES:
            yield from self._node_differences(piece, NODES[piece.table], bounds)
        else:
            found = self._store.read(f"read/count_{piece.table}", **bounds)[0]["count"]
            if found != len(piece):
                yield f"{found} {piece.table.upper()} relationships instead of {len(piece)}"

    def _node_differences(self, piece: Slice, node: Node[Any], bounds: dict[str, Any]) -> Iterator[str]:
        columns = sliced_columns([self._store.columns(node.read_compared, **bounds)])
        if columns["ord"] != piece.rows["ord"]:
            yield f"{len(columns['ord'])} {node.label} nodes in place of {len(piece)}"
            return
        expected = dict(piece.rows)
        if piece.table == "events":
            columns["position"], expected["position"] = (
                [informative_position(event, number) for number, event in enumerate(events, start=piece.start + 1)]
                for events in (EVENTS.values(columns), self._corpus.events[piece.start : piece.stop])
            )
        for name in node.compared:
            if (piece.table, name) == _FILES or columns[name] == expected[name]:
                continue
            for id, found, wanted in zip(piece.rows["id"], columns[name], expected[name], strict=True):
                if found != wanted:
                    what = f"{name} is {shortened(repr(found))} instead of {shortened(repr(wanted))}"
                    yield f"{node.label} {id!r}: {what}"


_FILES = ("sources", "files")
"""Not compared: the names of files are no part of a corpus, and renaming them is no reason to load it again."""


def _caption(version: Version, source_title: str) -> str:
    """Return the caption of a version node: its citation, or source and event."""
    if source_title and source_title in version.citation:
        return version.citation
    return f"{version.source}: {version.citation or version.event}"
