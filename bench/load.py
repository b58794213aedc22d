"""Loading compared with each engine's own bulk load of the same rows: `python -m bench load`.

Ours is all of `Graph.load`: tables, loading, reading back, the digest, the switch. Edges are built before. The peer
gets the same slices of tables ready made: `COPY` into a new file with our schema, or on Neo4j `UNWIND` batches with the
same statements and constraints. They are recorded from our own load. `COPY` of each table as a whole is shown as a
note: it uses all cores, and memory for all rows at once.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import ladybug
import neo4j
import pandas as pd

import cypher
import taeg
from bench import corpora, server, table
from bench.table import Row
from taeg.graph.graph import Graph
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import Store, open_store

SIZES = {100_000: 3, 1_000_000: 1}
"""Versions, and how often each size is loaded."""
SERVER_VERSIONS = 100_000
EMBEDDED_BAR, SERVER_BAR = 2.0, 1.3
BATCH = 10_000
WARM = 100
"""Rows of each batch that a server is warmed up with."""
BUFFER_POOL = 2_000_000_000
OURS, THEIRS = "bench-ours", "bench-theirs"

Tables = Sequence[tuple[str, pd.DataFrame]]
Batch = tuple[str, list[dict[Hashable, Any]]]


class Recording:
    """A store that records what is loaded into it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.slices: list[tuple[str, pd.DataFrame]] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (attributes of the store)
        return getattr(self._store, name)

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        self.slices.append((name, pd.DataFrame(columns)))
        self._store.load(name, columns)


def timed(work: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def record(built: CorpusGraph, folder: Path) -> Tables:
    """Return the slices of tables that a load hands to its engine, in order of loading."""
    recording = Recording(open_store(str(folder / "recorded.db")))
    with Graph.over(recording) as graph:
        graph.load(built, THEIRS)
    return recording.slices


def whole(tables: Tables) -> Tables:
    """Join the slices of each table."""
    names = dict.fromkeys(name for name, _ in tables)
    return [(name, pd.concat([rows for other, rows in tables if other == name], ignore_index=True)) for name in names]


def load_embedded(built: CorpusGraph, path: Path) -> None:
    with taeg.open(str(path)) as graph:
        graph.load(built, OURS)


def copy_embedded(tables: Tables, path: Path) -> None:
    database = ladybug.Database(str(path), buffer_pool_size=BUFFER_POOL)
    connection = ladybug.Connection(database)
    for statement in cypher.query("ladybug/schema").statements:
        connection.execute(statement)
    connection.execute(cypher.query("write/claim").text, {"corpus": THEIRS, "generation": THEIRS})
    for name, rows in tables:
        if len(rows):
            connection.execute(cypher.query(f"ladybug/load_{name}").text, {"rows": rows})
    connection.close()
    database.close()


def compare_embedded(built: CorpusGraph, tables: Tables, folder: Path, repeats: int) -> Row:
    ours, theirs = [], []
    for turn in range(repeats):
        ours.append(timed(load_embedded, built, folder / f"ours{turn}.db"))
        theirs.append(timed(copy_embedded, tables, folder / f"theirs{turn}.db"))
    at_once = timed(copy_embedded, whole(tables), folder / "whole.db")
    work, note = f"load {_size(built)}, embedded", f"{_note(tables, repeats)}; COPY of whole tables {at_once:.1f} s"
    return table.at_most(
        work, statistics.median(ours), "s", EMBEDDED_BAR, "COPY of the slices", statistics.median(theirs), note
    )


def unwind(driver: neo4j.Driver, batches: Sequence[Batch]) -> None:
    driver.execute_query(cypher.own_labels(cypher.query("write/claim").text), corpus=THEIRS, generation=THEIRS)
    for statement, rows in batches:
        driver.execute_query(statement, rows=rows)


def compare_server(built: CorpusGraph, tables: Tables, repeats: int) -> Row:
    work, peer = f"load {_size(built)}, Neo4j", "bare UNWIND batches"
    driver = server.driver()
    if driver is None:
        return table.left_out(work, peer, f"≤ {SERVER_BAR:g} x", server.LEFT_OUT)
    batches: list[Batch] = [
        (cypher.own_labels(cypher.query(f"neo4j/load_{name}").text), frame[start : start + BATCH].to_dict("records"))
        for name, frame in whole(tables)
        for start in range(0, len(frame), BATCH)
    ]
    ours, theirs = [], []
    with driver, taeg.open("neo4j") as graph:
        if existing := {OURS, THEIRS} & {entry.id for entry in graph.corpora()}:
            raise SystemExit(f"the server has corpora {', '.join(sorted(existing))}; delete them first")
        unwind(driver, [(statement, rows[:WARM]) for statement, rows in batches])
        graph.delete(THEIRS)
        for turn in range(repeats):
            for ours_now in (True, False) if turn % 2 else (False, True):
                if ours_now:
                    ours.append(timed(graph.load, built, OURS))
                    graph.delete(OURS)
                else:
                    theirs.append(timed(unwind, driver, batches))
                    graph.delete(THEIRS)
    note = _note(tables, repeats)
    return table.at_most(work, statistics.median(ours), "s", SERVER_BAR, peer, statistics.median(theirs), note)


def rows() -> list[Row]:
    found = []
    for versions, repeats in SIZES.items():
        built = corpora.built(versions)
        with tempfile.TemporaryDirectory() as name:
            tables = record(built, Path(name))
            found.append(compare_embedded(built, tables, Path(name), repeats))
            if versions == SERVER_VERSIONS:
                found.append(compare_server(built, tables, repeats))
    return found


def _size(built: CorpusGraph) -> str:
    edges = len(built.before) + len(built.same_event)
    return f"{len(built.corpus.versions) / 1000:,g}k versions + {edges / 1000:,.0f}k edges"


def _note(tables: Tables, repeats: int) -> str:
    return f"{sum(len(rows) for _, rows in tables):,} rows; median of {repeats} in turns; edges built before"
