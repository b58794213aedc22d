"""Ingest against each engine's own bulk load of exactly the same rows: `python -m bench.load`.

Ours is all of `Graph.load`: keys, tables, loading, reading back, the digest, the switch; weights are worked out
before, for both. Theirs gets every table ready made: `COPY` into a fresh file that has our schema, and on Neo4j
`UNWIND` batches of 10,000 rows with the same statements and the constraints in place. The rows are those that our own
load hands to the engine, taken down on the way, so the two cannot differ. Neo4j's row is left out where no server runs.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
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

VERSIONS = 100_000
EMBEDDED_BAR, SERVER_BAR = 2.0, 1.3
BATCH = 10_000
REPEATS = 3
WARM = 100
"""Rows of each batch that a server is warmed with."""
BUFFER_POOL = 2_000_000_000
OURS, THEIRS = "bench-ours", "bench-theirs"

Tables = dict[str, pd.DataFrame]


class Noting:
    """A store that takes down what is loaded into it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.parts: dict[str, list[pd.DataFrame]] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the store has)
        return getattr(self._store, name)

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        self.parts.setdefault(name, []).append(pd.DataFrame(columns))
        self._store.load(name, columns)


def timed(work: Callable[..., object], *given: object) -> float:
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start


def tables(built: CorpusGraph, folder: Path) -> Tables:
    """What a load hands to its engine, one frame a table, in the order of loading."""
    noting = Noting(open_store(str(folder / "noted.db")))
    with Graph.over(noting) as graph:
        graph.load(built, THEIRS)
    return {name: pd.concat(parts, ignore_index=True) for name, parts in noting.parts.items()}


def ours_embedded(built: CorpusGraph, path: Path) -> None:
    with taeg.open(str(path)) as graph:
        graph.load(built, OURS)


def theirs_embedded(found: Mapping[str, object], path: Path) -> None:
    database = ladybug.Database(str(path), buffer_pool_size=BUFFER_POOL)
    connection = ladybug.Connection(database)
    for statement in cypher.query("ladybug/schema").statements:
        connection.execute(statement)
    connection.execute(cypher.query("write/claim").text, {"corpus": THEIRS, "generation": THEIRS})
    for name, rows in found.items():
        connection.execute(cypher.query(f"ladybug/load_{name}").text, {"rows": rows})
    connection.close()
    database.close()


def forms(found: Tables) -> dict[str, Mapping[str, object]]:
    """The tables as the engine takes them: frames, and Arrow tables where there is Arrow."""
    kinds: dict[str, Mapping[str, object]] = {"DataFrames": found}
    if find_spec("pyarrow"):
        made = import_module("pyarrow").Table.from_pandas
        kinds["Arrow tables"] = {name: made(frame, preserve_index=False) for name, frame in found.items()}
    return kinds


def embedded(built: CorpusGraph, found: Tables, folder: Path, repeats: int) -> Row:
    spent: dict[str, list[float]] = {}
    for turn in range(repeats):
        # in turns, so that what else the machine does falls on both
        spent.setdefault("ours", []).append(timed(ours_embedded, built, folder / f"ours{turn}.db"))
        for kind, rows in forms(found).items():
            spent.setdefault(kind, []).append(timed(theirs_embedded, rows, folder / f"{kind}{turn}.db"))
    middle = {name: statistics.median(times) for name, times in spent.items()}
    ours = middle.pop("ours")
    quickest = min(middle, key=lambda kind: middle[kind])
    return table.at_most(
        f"ingest {size(built)}, embedded",
        ours,
        "s",
        EMBEDDED_BAR,
        f"COPY from {quickest}",
        middle[quickest],
        f"{counted(built, found)}; median of {repeats} in turns; weights apart",
    )


def theirs_server(driver: neo4j.Driver, batches: Sequence[tuple[str, list[dict[Hashable, Any]]]]) -> None:
    for statement, rows in batches:
        driver.execute_query(statement, rows=rows)


def batches_of(found: Tables) -> list[tuple[str, list[dict[Hashable, Any]]]]:
    return [
        (cypher.query(f"neo4j/load_{name}").text, frame[start : start + BATCH].to_dict("records"))
        for name, frame in found.items()
        for start in range(0, len(frame), BATCH)
    ]


def on_server(built: CorpusGraph, found: Tables, repeats: int) -> Row:
    work = f"ingest {size(built)}, Neo4j"
    driver = server.driver()
    if driver is None:
        return table.left_out(work, "bare UNWIND batches", f"≤ {SERVER_BAR:g} x", server.LEFT_OUT)
    ours, theirs = [], []
    batches = batches_of(found)
    with driver, taeg.open("neo4j") as graph:
        if there := {OURS, THEIRS} & {entry.id for entry in graph.corpora()}:
            raise SystemExit(f"the server holds {', '.join(sorted(there))}; delete that first")
        for turn in range(repeats + 1):
            # a server that has just started is slow: the first turn does not count, and each side goes first in turn
            some = batches if turn else [(statement, rows[:WARM]) for statement, rows in batches]
            try:
                if turn % 2:
                    ours.append(timed(graph.load, built, OURS))
                driver.execute_query(cypher.query("write/claim").text, corpus=THEIRS, generation=THEIRS)
                theirs.append(timed(theirs_server, driver, some))
                if turn % 2 == 0 and turn:
                    ours.append(timed(graph.load, built, OURS))
            finally:
                for corpus in (OURS, THEIRS):
                    if graph.store.read("read/pointer", corpus=corpus):
                        graph.delete(corpus)
        theirs = theirs[1:]
    return table.at_most(
        work,
        statistics.median(ours),
        "s",
        SERVER_BAR,
        "bare UNWIND batches",
        statistics.median(theirs),
        f"{counted(built, found)}; median of {repeats} in turns; weights apart",
    )


def size(built: CorpusGraph) -> str:
    """As the bar names it: edges are those that have weights."""
    edges = len(built.before) + len(built.same_event)
    return f"{len(built.corpus.versions) / 1000:g}k versions + {edges / 1000:.0f}k edges"


def counted(built: CorpusGraph, found: Tables) -> str:
    edges = len(built.before) + len(built.same_event)
    return f"{len(built.corpus.versions):,} versions, {edges:,} weighted edges, {sum(map(len, found.values())):,} rows"


def rows(versions: int = VERSIONS, repeats: int = REPEATS) -> list[Row]:
    built = corpora.built(versions)
    with tempfile.TemporaryDirectory() as name:
        found = tables(built, Path(name))
        return [embedded(built, found, Path(name), repeats), on_server(built, found, repeats)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Ingest against each engine's own bulk load.")
    parser.add_argument("--versions", type=int, default=VERSIONS)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    wanted = parser.parse_args()
    found = rows(wanted.versions, wanted.repeats)
    if wanted.versions == VERSIONS:
        table.main("load", found)
    else:  # another size is for looking, not for the record
        print(table.shown(found))


if __name__ == "__main__":
    main()
