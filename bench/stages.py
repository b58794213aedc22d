"""Where the time goes on a small generated corpus, for each engine that is at hand: `python -m bench.stages`.

Figures to look at, without bars. Neo4j takes part where a server runs that holds no corpus named `bench`.
"""

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ingest
import taeg
from bench import server
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate import strategies
from taeg.graph.graph import Graph
from taeg.model.corpus_graph import CorpusGraph
from tests.integration import accounts

EVENTS, SOURCES = 2_000, 8


def timed(work: str, call: Callable[[], object], rows: int) -> None:
    start = time.perf_counter()
    call()
    seconds = time.perf_counter() - start
    print(f"{work:<42} {seconds:8.3f} s {rows / seconds:12,.0f} rows/s")


def on_engine(address: str, built: CorpusGraph, rows: int) -> None:
    with taeg.open(address) as graph:
        name = graph.engine
        timed(f"{name}: load, read back, switch", lambda: graph.load(built, "bench"), rows)
        timed(f"{name}: the same again", lambda: graph.load(built, "bench"), rows)
        timed(f"{name}: read out whole", lambda: graph.read("bench"), rows)
        timed(f"{name}: consolidate (taeg)", lambda: graph.consolidate("taeg", "bench"), rows)
        timed(f"{name}: delete", lambda: graph.delete("bench"), rows)


def holds_bench(graph: Graph) -> bool:
    with graph:
        return any(entry.id == "bench" for entry in graph.corpora())


def main() -> None:
    corpus = accounts.corpus(events=EVENTS, sources=SOURCES, name="bench")
    built = ingest.build(corpus)
    rows = len(corpus.versions) + len(built.before) + len(built.same_event)
    print(f"{len(corpus.versions):,} versions, {len(built.before) + len(built.same_event):,} weighted edges")
    timed("edges and weights", lambda: ingest.build(corpus), rows)
    arrays = inmemory.arrays(built)
    timed("centrality and selection", lambda: strategies.taeg(arrays), rows)
    with tempfile.TemporaryDirectory() as folder:
        on_engine(str(Path(folder) / "bench.db"), built, rows)
    if not server.version():
        print(f"neo4j: {server.LEFT_OUT}")
    elif holds_bench(taeg.open("neo4j")):
        print("neo4j: left out (it holds a corpus named bench)")
    else:
        on_engine("neo4j", built, rows)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
