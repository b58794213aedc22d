"""A store that counts what comes back from it, for tests of how much is read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Self

from taeg.store.engine import Columns, Row, Store


class RecordingStore:
    """Passes everything on to another store and keeps count of the values that came back, by statement."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.engine = store.engine
        self.exclusive = store.exclusive
        self.values: Counter[str] = Counter()
        self.largest: Counter[str] = Counter()
        """The most values that one call of a statement gave back, or one load took."""

    def has_schema(self) -> bool:
        return self.store.has_schema()

    def create_schema(self) -> None:
        self.store.create_schema()

    def migrate(self, version: int) -> None:
        self.store.migrate(version)

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

    def close(self) -> None:
        self.store.close()

    def __getattr__(self, name: str) -> object:
        """What the engines have beside the interface that is known here."""
        return getattr(self.store, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _count(self, name: str, values: int) -> None:
        self.values[name] += values
        self.largest[name] = max(self.largest[name], values)


def _values(value: object) -> int:
    return len(value) if isinstance(value, list) else 1
