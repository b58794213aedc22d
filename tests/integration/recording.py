"""A store that counts the values it returns, for tests of how much is read."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import cast

import ingest
from taeg import Corpus
from taeg.graph.graph import Graph
from taeg.store.engine import Columns, Row, Store, open_store


class RecordingStore:
    """Forwards to another store and counts the returned values by statement."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.engine = store.engine
        self.exclusive = store.exclusive
        self.values: Counter[str] = Counter()
        self.largest: Counter[str] = Counter()
        """The most values that one call of a statement returned, or one load received."""

    def read(self, name: str, **parameters: object) -> list[Row]:
        rows = self.store.read(name, **parameters)
        self._count(name, sum(_values(value) for row in rows for value in row.values()))
        return rows

    def columns(self, name: str, **parameters: object) -> Columns:
        columns = self.store.columns(name, **parameters)
        self._count(name, sum(map(len, columns.values())))
        return columns

    def write(self, name: str, **parameters: object) -> list[Row]:
        rows = self.store.write(name, **parameters)
        self._count(name, sum(_values(value) for row in rows for value in row.values()))
        return rows

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        self.largest[f"load {name}"] = max(self.largest[f"load {name}"], sum(map(len, columns.values())))
        self.store.load(name, columns)

    def __getattr__(self, name: str) -> object:
        """Attributes beyond the interface."""
        return getattr(self.store, name)

    def _count(self, name: str, values: int) -> None:
        self.values[name] += values
        self.largest[name] = max(self.largest[name], values)


@contextmanager
def recorded_graph(address: str, corpus: Corpus) -> Iterator[tuple[Graph, RecordingStore]]:
    """Load a corpus into a graph; its store counts what is read from then on."""
    store = RecordingStore(open_store(address))
    with Graph.over(cast(Store, store)) as graph:
        ingest.load(corpus, graph)
        store.values.clear()
        store.largest.clear()
        yield graph, store


def _values(value: object) -> int:
    return len(value) if isinstance(value, list) else 1
