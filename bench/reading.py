"""Reading a graph from Neo4j into arrays, compared with rows into DataFrames: `python -m bench reading`.

Loads 100k versions and 250k edges into the running server and reads them, then one day of them.
"""

import time
from collections.abc import Callable
from itertools import combinations

import neo4j
import numpy as np
import pandas as pd

import taeg
from bench import server
from bench.table import Row, left_out, times_as_fast
from taeg import Corpus, Event, Part, Source, Version
from taeg.graph.graph import Graph
from taeg.graph.read import Entry
from taeg.graph.read import arrays as read_arrays
from taeg.model.corpus_graph import CorpusGraph, Edges

NAME = "bench-reading"
EVENTS, SOURCES, EDGES = 20_000, 5, 250_000
EVENTS_A_DAY = 100
TRIES = 3
BAR = 8
WORDS = ("harbour", "lantern", "rope", "tide", "ferry", "captain", "fog", "bell", "crew", "cargo")
WORK = "read 100k versions + 250k edges out of Neo4j into arrays"
ONE_DAY = "of these, read one day of 200 into arrays"
PEER = "rows into DataFrames"
VERSIONS = (
    "MATCH (v:TaegVersion) WHERE v.generation = $generation "
    "RETURN v.ord AS ord, v.event_ord AS event, v.source_ord AS source, v.chars AS chars"
)
BEFORE = (
    "MATCH (a:TaegVersion)-[r:BEFORE]->(b:TaegVersion) WHERE a.generation = $generation "
    "RETURN a.ord AS a, b.ord AS b, r.weight AS weight"
)
SAME_EVENT = BEFORE.replace("BEFORE", "SAME_EVENT")
"""The peer's statements."""


def made() -> CorpusGraph:
    """Return a corpus in which every source reports every event, with random weights."""
    versions = tuple(
        Version(f"v{e}-{s}", f"e{e}", f"s{s}", " ".join(WORDS[(e * s + i) % len(WORDS)] for i in range(12)))
        for e in range(EVENTS)
        for s in range(SOURCES)
    )
    corpus = Corpus(
        NAME,
        tuple(Source(f"s{i}", f"Source {i}") for i in range(SOURCES)),
        tuple(Event(f"e{i}", f"Event {i}", f"day {i // EVENTS_A_DAY}") for i in range(EVENTS)),
        versions,
    )
    chance = np.random.default_rng(7)
    before = np.arange(len(versions) - SOURCES)
    pairs = np.array(list(combinations(range(SOURCES), 2)))
    ends = (np.arange(EVENTS)[:, None, None] * SOURCES + pairs).reshape(-1, 2)[: EDGES - len(before)]
    return CorpusGraph(
        corpus,
        {
            "before": Edges(before, before + SOURCES, chance.random(len(before))),
            "same_event": Edges(ends[:, 0], ends[:, 1], chance.random(len(ends))),
        },
    )


def best(call: Callable[[], tuple[int, int]]) -> tuple[float, tuple[int, int]]:
    """Return the shortest time of a few runs, and the last result."""
    found = float("inf")
    for _ in range(TRIES):
        start = time.perf_counter()
        result = call()
        found = min(found, time.perf_counter() - start)
    return found, result


def arrays(graph: Graph, entry: Entry) -> tuple[int, int]:
    """Read as strategies do, including the edges, which are loaded lazily."""
    found = read_arrays(graph.store, entry)
    return len(found.event), len(found.edges("before")) + len(found.edges("same_event"))


def frames(driver: neo4j.Driver, entry: Entry) -> tuple[int, int]:
    """Read with the driver's own DataFrames."""
    versions, before, same_event = (
        driver.execute_query(
            text, generation=entry.generation, database_="neo4j", result_transformer_=neo4j.Result.to_df
        )
        for text in (VERSIONS, BEFORE, SAME_EVENT)
    )
    assert isinstance(versions, pd.DataFrame)
    return len(versions), len(before) + len(same_event)


def one_day(graph: Graph, entry: Entry) -> tuple[int, int]:
    """Read one day."""
    found = read_arrays(graph.store, entry, Part(days=("day 77",)))
    return len(found.event), len(found.edges("before")) + len(found.edges("same_event"))


def rows() -> list[Row]:
    driver = server.driver()
    if driver is None:
        return [left_out(WORK, PEER, f"≥ {BAR} x as fast", server.LEFT_OUT)]
    with driver, taeg.open("neo4j") as graph:
        there = NAME in [entry.id for entry in graph.corpora()]
        if not there:
            graph.load(made(), NAME)
        try:
            entry = graph.corpus(NAME)
            ours, read = best(lambda: arrays(graph, entry))
            theirs, same = best(lambda: frames(driver, entry))
            assert read == same == (EVENTS * SOURCES, EDGES)
            day, part = best(lambda: one_day(graph, entry))
        finally:
            if not there:
                graph.delete(NAME)
    note = f"{part[0]:,} versions and {part[1]:,} edges; the peer is the whole"
    return [
        times_as_fast(WORK, ours, "s", BAR, PEER, theirs),
        Row(ONE_DAY, day, "s", "all of it into arrays", ours, ours / day, "", None, note),
    ]
