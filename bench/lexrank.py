"""LexRank compared with igraph and GDS, from arrays to scores: `python -m bench lexrank`.

The graphs are that of a generated corpus (edges without texts) and a random one of the same size. igraph gets its
edges as one numpy array and ranks with PRPACK. GDS projects a stored graph; storing is not timed. Ours and theirs
alternate, medians count, and scores must agree.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import LiteralString

import igraph
import neo4j
import numpy as np

from bench import generator, server, table
from bench.table import Row
from taeg.build.edges import all_pairs, before_groups, same_event_groups
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, lexrank
from taeg.model.corpus import AUDITED
from taeg.model.corpus_graph import Edges, FloatArray, IntArray

VERSIONS = 1_000_000
LARGEST = 64
"""Larger events have no SAME_EVENT edges here."""
IGRAPH_BAR = GDS_BAR = 2.0
AGREEMENT = 1e-6
"""Largest difference of two scores, as a multiple of the mean score."""
REPEATS = 3
BATCH = 20_000
THREADS = os.cpu_count() or 1
GDS_TOLERANCE = 5e-8
"""GDS tests each score by itself; a larger tolerance does not reach the agreement."""

PROJECT: LiteralString = """
CALL gds.graph.project('bench-lexrank', 'BenchLexrank',
  {BENCH_EDGE: {orientation: 'UNDIRECTED', properties: 'weight'}}, {readConcurrency: $threads})
YIELD nodeCount RETURN nodeCount"""
RANK: LiteralString = """
CALL gds.pageRank.stream('bench-lexrank', {relationshipWeightProperty: 'weight', dampingFactor: $damping,
  maxIterations: $steps, tolerance: $tolerance, scaler: 'L1Norm', concurrency: $threads})
YIELD nodeId, score RETURN collect(nodeId) AS node, collect(score) AS score"""
DROP: LiteralString = "CALL gds.graph.drop('bench-lexrank', false) YIELD graphName RETURN graphName"
HAS_GDS: LiteralString = "SHOW PROCEDURES YIELD name WHERE name = 'gds.pageRank.stream' RETURN name"
KEY: LiteralString = """
CREATE CONSTRAINT bench_lexrank IF NOT EXISTS FOR (n:BenchLexrank) REQUIRE n.index IS UNIQUE"""
NO_KEY: LiteralString = "DROP CONSTRAINT bench_lexrank IF EXISTS"
STORE_NODES: LiteralString = "UNWIND range($first, $last) AS index CREATE (:BenchLexrank {index: index})"
STORE_EDGES: LiteralString = """
UNWIND range(0, size($a) - 1) AS i
MATCH (a:BenchLexrank {index: $a[i]})
MATCH (b:BenchLexrank {index: $b[i]})
CREATE (a)-[:BENCH_EDGE {weight: $weight[i]}]->(b)"""
INDEXES: LiteralString = "MATCH (n:BenchLexrank) RETURN collect(id(n)) AS node, collect(n.index) AS index"
REMOVE: LiteralString = "MATCH (n:BenchLexrank) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"


def corpus_graph(versions: int) -> Edges:
    """Return BEFORE and SAME_EVENT edges of a generated corpus with random weights."""
    event, source = generator.shape(versions, 1)
    same = same_event_groups(event)
    kinds = (before_groups(event, source, AUDITED), same.select(same.smaller <= LARGEST))
    a, b = (np.concatenate(ends) for ends in zip(*map(all_pairs, kinds), strict=True))
    return _weighted(a, b)


def random_graph(versions: int, count: int) -> Edges:
    """Return edges between random nodes."""
    random = np.random.default_rng(7)
    a = random.integers(0, versions, count)
    return _weighted(a, (a + random.integers(1, versions, count)) % versions)


def _weighted(a: IntArray, b: IntArray) -> Edges:
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], np.random.default_rng(8).uniform(0.05, 1.0, len(a)))


def rank_by_igraph(nodes: int, edges: Edges) -> FloatArray:
    graph = igraph.Graph(nodes, np.column_stack((edges.a, edges.b)))
    # igraph accepts weights only as a list
    return np.array(graph.pagerank(directed=False, damping=DAMPING, weights=edges.weight.tolist()))


def compare(work: str, bar: float, peer: str, nodes: int, edges: Edges, theirs: Callable[[], FloatArray]) -> Row:
    """Time both in turn; the bar is met only if the scores agree."""
    spent: tuple[list[float], list[float]] = ([], [])
    difference = 0.0
    for _ in range(REPEATS):
        found = []
        for times, call in zip(spent, (lambda: lexrank(nodes, edges), theirs), strict=True):
            start = time.perf_counter()
            found.append(call())
            times.append(time.perf_counter() - start)
        mine, other = found
        difference = max(difference, float(np.abs(mine - other / other.sum()).max()) * nodes)
    note = f"largest difference {difference:.1e} of the mean score"
    row = table.times_as_fast(work, statistics.median(spent[0]), "s", bar, peer, statistics.median(spent[1]), note)
    return replace(row, met=bool(row.met and difference <= AGREEMENT))


def rows(versions: int = VERSIONS) -> list[Row]:
    """Compare with igraph on two graphs and with GDS on that of a corpus."""
    corpus = corpus_graph(versions)
    random = random_graph(versions, len(corpus))
    size = f"{versions:,} versions and {len(corpus):,} edges"
    found = []
    for kind, edges in (("corpus", corpus), ("random graph", random)):
        by_igraph = partial(rank_by_igraph, versions, edges)
        found.append(compare(f"LexRank of a {kind}, {size}", IGRAPH_BAR, "igraph", versions, edges, by_igraph))
    return [*found, _compare_gds(f"LexRank of a corpus, {size}, beside GDS", versions, corpus)]


def _compare_gds(work: str, nodes: int, edges: Edges) -> Row:
    bar = f"≥ {GDS_BAR:g} x as fast"
    driver = server.driver()
    if driver is None:
        return table.left_out(work, "GDS", bar, server.LEFT_OUT)
    with driver:
        if not driver.execute_query(HAS_GDS).records:
            return table.left_out(work, "GDS", bar, "left out: this server has no GDS (taeg neo4j start --gds)")
        with _stored(driver, nodes, edges) as index:

            def theirs() -> FloatArray:
                driver.execute_query(DROP)
                driver.execute_query(PROJECT, threads=THREADS)
                settings = {"damping": DAMPING, "steps": MAX_STEPS, "tolerance": GDS_TOLERANCE, "threads": THREADS}
                found = driver.execute_query(RANK, settings).records[0]
                scores = np.empty(nodes)
                scores[index[found["node"]]] = found["score"]
                return scores

            return compare(work, GDS_BAR, "GDS", nodes, edges, theirs)


@contextmanager
def _stored(driver: neo4j.Driver, nodes: int, edges: Edges) -> Iterator[IntArray]:
    """Store the graph while it is needed; yields the index of each node by its id."""
    try:
        driver.execute_query(KEY)
        for first in range(0, nodes, BATCH):
            driver.execute_query(STORE_NODES, first=first, last=min(first + BATCH, nodes) - 1)
        for first in range(0, len(edges), BATCH):
            part = slice(first, first + BATCH)
            columns = {name: getattr(edges, name)[part].tolist() for name in ("a", "b", "weight")}
            driver.execute_query(STORE_EDGES, columns)
        found = driver.execute_query(INDEXES).records[0]
        index = np.empty(max(found["node"]) + 1, dtype=np.int64)
        index[found["node"]] = found["index"]
        yield index
    finally:
        driver.execute_query(DROP)
        with driver.session() as session:
            session.run(REMOVE).consume()
        driver.execute_query(NO_KEY)
