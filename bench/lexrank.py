"""LexRank against igraph and GDS, from arrays to scores, graph building included: `python -m bench.lexrank`.

The graph is that of a generated corpus (no texts: events, sources, and the ties they make), and as a row of its own a
random graph of the same size. igraph gets its edges as one numpy array, its quickest way in, and ranks with PRPACK.
GDS gets the graph both ways, projected from arrays sent along and from nodes and relationships stored before (storing
is not timed); the quicker way counts. Ours and theirs take turns, medians count, and scores must agree.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import LiteralString

import igraph
import neo4j
import numpy as np

from bench import server, table
from bench.table import Row
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, lexrank
from taeg.model.corpus_graph import Edges, FloatArray, IntArray

VERSIONS, SOURCES = 1_000_000, 200
IGRAPH_BAR, RANDOM_BAR, GDS_BAR = 2.0, 1.2, 5.0
AGREEMENT = 1e-6
"""Largest difference of two scores, where the mean score is one."""
REPEATS = 3
BATCH = 20_000
SIZES = {1: 0.3, 2: 0.3, 3: 0.2, 4: 0.2}
"""How many versions an event has, and how often; beside these, a few events have hundreds."""
LARGE = 10
THREADS = os.cpu_count() or 1

# Statements of a peer, not of the system: they stand here, beside what is done with them.
PROJECT_ARRAYS: LiteralString = """
UNWIND range(0, size($a) - 1) AS i
WITH $a[i] AS a, $b[i] AS b, $weight[i] AS weight
RETURN gds.graph.project('bench-lexrank', a, b, {relationshipProperties: {weight: weight}},
  {undirectedRelationshipTypes: ['*'], readConcurrency: $threads})"""
PROJECT_STORED: LiteralString = """
CALL gds.graph.project('bench-lexrank', 'BenchLexrank',
  {BENCH_TIE: {orientation: 'UNDIRECTED', properties: 'weight'}}, {readConcurrency: $threads})
YIELD nodeCount RETURN nodeCount"""
RANK: LiteralString = """
CALL gds.pageRank.stream('bench-lexrank', {relationshipWeightProperty: 'weight', dampingFactor: $damping,
  maxIterations: $steps, tolerance: $tolerance, scaler: 'L1Norm', concurrency: $threads})
YIELD nodeId, score RETURN collect(nodeId) AS node, collect(score) AS score"""
DROP: LiteralString = "CALL gds.graph.drop('bench-lexrank', false) YIELD graphName RETURN graphName"
HAS_GDS: LiteralString = "SHOW PROCEDURES YIELD name WHERE name = 'gds.pageRank.stream' RETURN name"
KEY: LiteralString = """
CREATE CONSTRAINT bench_lexrank IF NOT EXISTS FOR (n:BenchLexrank) REQUIRE n.place IS UNIQUE"""
NO_KEY: LiteralString = "DROP CONSTRAINT bench_lexrank IF EXISTS"
STORE_NODES: LiteralString = "UNWIND range($first, $last) AS place CREATE (:BenchLexrank {place: place})"
STORE_TIES: LiteralString = """
UNWIND range(0, size($a) - 1) AS i
MATCH (a:BenchLexrank {place: $a[i]})
MATCH (b:BenchLexrank {place: $b[i]})
CREATE (a)-[:BENCH_TIE {weight: $weight[i]}]->(b)"""
PLACES: LiteralString = "MATCH (n:BenchLexrank) RETURN collect(id(n)) AS node, collect(n.place) AS place"
REMOVE: LiteralString = "MATCH (n:BenchLexrank) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"

GDS_TOLERANCE = 5e-8
"""GDS looks at each score by itself, the jump being .15; no looser power of ten and a half agrees closely enough."""


def corpus_graph(versions: int, seed: int = 7) -> tuple[Edges, ...]:
    """BEFORE and SAME_EVENT of a corpus in declared order; each version of an event is another source's."""
    random = np.random.default_rng(seed)
    sizes = random.choice(list(SIZES), p=list(SIZES.values()), size=versions)
    sizes[random.choice(max(versions // 4, LARGE), LARGE, replace=False)] = random.integers(
        SOURCES // 2, SOURCES, LARGE
    )
    event = np.repeat(np.arange(versions), sizes)[:versions]
    within = np.arange(versions) - (np.cumsum(sizes) - sizes)[event]
    source = (random.integers(0, SOURCES, versions)[event] + within) % SOURCES
    first, second = [], []
    here, apart = np.arange(versions), 1
    while len(here):
        here = here[here + apart < versions]
        here = here[event[here] == event[here + apart]]
        first.append(here)
        second.append(here + apart)
        apart += 1
    order = np.argsort(source, kind="stable")
    follows = source[order[:-1]] == source[order[1:]]
    pairs = ((order[:-1][follows], order[1:][follows]), (np.concatenate(first), np.concatenate(second)))
    return tuple(_weighed(a, b, random) for a, b in pairs)


def random_graph(versions: int, count: int, seed: int = 7) -> tuple[Edges, ...]:
    """Edges between any two nodes."""
    random = np.random.default_rng(seed)
    a = random.integers(0, versions, count)
    return (_weighed(a, (a + random.integers(1, versions, count)) % versions, random),)


def _weighed(a: IntArray, b: IntArray, random: np.random.Generator) -> Edges:
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], random.uniform(0.05, 1.0, len(a)))


def by_igraph(nodes: int, edges: tuple[Edges, ...]) -> FloatArray:
    """Weights must be a list: igraph takes no array for them."""
    a, b, weight = _columns(edges)
    graph = igraph.Graph(nodes, np.column_stack((a, b)))
    return np.array(graph.pagerank(directed=False, damping=DAMPING, weights=weight.tolist()))


def _columns(edges: tuple[Edges, ...]) -> tuple[IntArray, IntArray, FloatArray]:
    a, b = (np.concatenate([getattr(e, end) for e in edges]) for end in ("a", "b"))
    return a, b, np.concatenate([e.weight for e in edges])


class Gds:
    """GDS in a server: a graph made there by one of two ways and ranked."""

    def __init__(self, driver: neo4j.Driver, nodes: int, edges: tuple[Edges, ...]) -> None:
        self.driver, self.nodes, self.edges = driver, nodes, edges
        self.place: IntArray = np.empty(0, dtype=np.int64)

    def from_arrays(self) -> FloatArray:
        """Sent along with the statement; a node without edges is an end of none."""
        a, b, weight = _columns(self.edges)
        alone = np.setdiff1d(np.arange(self.nodes), np.concatenate((a, b))).tolist()
        columns = {
            "a": a.tolist() + alone,
            "b": b.tolist() + [None] * len(alone),
            "weight": weight.tolist() + [0.0] * len(alone),
        }
        self.driver.execute_query(PROJECT_ARRAYS, threads=THREADS, **columns)
        node, score = self._ranked()
        scores = np.empty(self.nodes)
        scores[node] = score
        return scores

    def from_stored(self) -> FloatArray:
        """Projected natively from what `stored` put there."""
        self.driver.execute_query(PROJECT_STORED, threads=THREADS)
        node, score = self._ranked()
        scores = np.empty(self.nodes)
        scores[self.place[node]] = score
        return scores

    def _ranked(self) -> tuple[IntArray, FloatArray]:
        settings = {"damping": DAMPING, "steps": MAX_STEPS, "tolerance": GDS_TOLERANCE, "threads": THREADS}
        found = self.driver.execute_query(RANK, settings).records[0]
        return np.array(found["node"]), np.array(found["score"])

    def drop(self) -> None:
        self.driver.execute_query(DROP)

    @contextmanager
    def stored(self) -> Iterator[None]:
        """The graph as nodes and relationships under names of our own, while it is needed."""
        try:
            self._remove()
            self.driver.execute_query(KEY)
            for first in range(0, self.nodes, BATCH):
                last = min(first + BATCH, self.nodes) - 1
                self.driver.execute_query(STORE_NODES, first=first, last=last)
            a, b, weight = _columns(self.edges)
            for first in range(0, len(a), BATCH):
                part = slice(first, first + BATCH)
                self.driver.execute_query(
                    STORE_TIES, a=a[part].tolist(), b=b[part].tolist(), weight=weight[part].tolist()
                )
            found = self.driver.execute_query(PLACES).records[0]
            self.place = np.empty(max(found["node"]) + 1, dtype=np.int64)
            self.place[found["node"]] = found["place"]
            yield
        finally:
            self._remove()

    def _remove(self) -> None:
        with self.driver.session() as session:
            session.run(REMOVE).consume()
        self.driver.execute_query(NO_KEY)


def compared(
    work: str,
    bar: float,
    peer: str,
    ours: Callable[[], FloatArray],
    theirs: Callable[[], FloatArray],
    after: Callable[[], None] = lambda: None,
) -> Row:
    """Both in turns; the bar is met only by scores that agree."""
    spent: list[list[float]] = [[], [], [], []]
    difference = 0.0
    for _ in range(REPEATS):
        found = []
        for who, call in enumerate((ours, theirs)):
            cpu, start = time.process_time(), time.perf_counter()
            found.append(call())
            spent[who].append(time.perf_counter() - start)
            spent[who + 2].append(time.process_time() - cpu)
        after()
        mine, other = found
        difference = max(difference, float(np.abs(mine - other / other.sum()).max()) * len(mine))
    wall, their_wall, cpu_ours, cpu_theirs = map(statistics.median, spent)
    note = f"largest difference {difference:.1e} of the mean score; CPU here {cpu_ours:.2f} s and {cpu_theirs:.2f} s"
    row = table.times_as_fast(work, wall, "s", bar, peer, their_wall, note)
    return replace(row, met=bool(row.met and difference <= AGREEMENT))


def rows(versions: int = VERSIONS, *, gds: bool = True, stored: bool = True) -> list[Row]:
    """LexRank beside igraph on two graphs, and beside GDS on that of a corpus."""
    of_corpus = corpus_graph(versions)
    count = sum(map(len, of_corpus))
    at_random = random_graph(versions, count)
    size = f"{versions:,} versions and {count:,} edges"
    found = []
    for kind, edges, bar in (("a corpus", of_corpus, IGRAPH_BAR), ("a random graph", at_random, RANDOM_BAR)):
        work = f"LexRank of {kind}, {size}"

        def ours(edges: tuple[Edges, ...] = edges) -> FloatArray:
            return lexrank(versions, *edges)

        def theirs(edges: tuple[Edges, ...] = edges) -> FloatArray:
            return by_igraph(versions, edges)

        found.append(compared(work, bar, "igraph", ours, theirs))
    if gds:
        found.append(_beside_gds(f"LexRank of a corpus beside GDS, {size}", versions, of_corpus, stored=stored))
    return found


def _beside_gds(work: str, versions: int, edges: tuple[Edges, ...], *, stored: bool) -> Row:
    bar = f"≥ {GDS_BAR:g} x as fast"
    driver = server.driver()
    if driver is None:
        return table.left_out(work, "GDS", bar, server.LEFT_OUT)
    with driver:
        if not driver.execute_query(HAS_GDS).records:
            return table.left_out(work, "GDS", bar, "left out: this server has no GDS (taeg neo4j start --gds)")
        peer = Gds(driver, versions, edges)
        peer.drop()

        def ours() -> FloatArray:
            return lexrank(versions, *edges)

        ways = [compared(work, GDS_BAR, "GDS, arrays sent", ours, peer.from_arrays, peer.drop)]
        if stored:
            with peer.stored():
                ways.append(compared(work, GDS_BAR, "GDS, graph stored", ours, peer.from_stored, peer.drop))
    return min(ways, key=lambda row: row.ratio or 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versions", type=int, default=VERSIONS)
    parser.add_argument("--gds", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--stored", action=argparse.BooleanOptionalAction, default=True, help="GDS from a stored graph")
    given = parser.parse_args()
    found = rows(given.versions, gds=given.gds, stored=given.stored)
    if given.versions == VERSIONS:
        table.main("lexrank", found)
    else:  # the table holds the figures that have a bar
        print(table.shown(found))


if __name__ == "__main__":
    main()
