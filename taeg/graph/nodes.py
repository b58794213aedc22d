"""The properties of source, event and version nodes, and the fields they hold.

One table for both directions: `taeg.graph.load` converts values to columns with it, `taeg.graph.read` columns to
values. The statements `read/nodes` and `load_nodes` are filled from it, and a test compares it with the schema of the
embedded engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

import cypher
from taeg.model.corpus import Event, Source, Version

T = TypeVar("T", Source, Event, Version)
Table = dict[str, Sequence[Any]]

OWNED = ("corpus", "generation", "ord")
"""Properties of every node besides `key` and `id`."""
DERIVED = ""
"""Marks a property that is computed from other values."""


@dataclass(frozen=True, slots=True)
class Node(Generic[T]):
    """How one class of values is stored."""

    value: type[T]
    label: str
    properties: Mapping[str, str]
    """Property → field, after `key`, `id` and `OWNED`, in the column order of the embedded schema."""

    @property
    def read(self) -> str:
        """The name of the statement that reads the fields in columns."""
        return cypher.fill("read/nodes", self.label, self.fields)

    @property
    def compared(self) -> tuple[str, ...]:
        """The properties that are compared to verify a load, besides `ord`."""
        return ("key", "id", "corpus", *self.properties)

    @property
    def read_compared(self) -> str:
        """The name of the statement that reads these in columns."""
        return cypher.fill("read/nodes", self.label, self.compared)

    @property
    def load(self) -> str:
        """The name by which a store loads them."""
        return cypher.fill("nodes", self.label)

    @property
    def fields(self) -> dict[str, str]:
        """The properties that hold a field."""
        return {"id": "id"} | {name: field for name, field in self.properties.items() if field != DERIVED}

    def columns(self, values: Sequence[T], keys: Sequence[str], owned: Table, derived: Table) -> Table:
        """Convert values to columns in schema order."""
        held = {name: _column(values, field) for name, field in self.fields.items()}
        rest = {name: derived[name] if field == DERIVED else held[name] for name, field in self.properties.items()}
        return {"key": keys, "id": held["id"], **{name: owned[name] for name in OWNED}, **rest}

    def values(self, columns: Mapping[str, Sequence[Any]]) -> tuple[T, ...]:
        """Convert columns to values."""
        property_of = {field: name for name, field in self.fields.items()}
        names = [property_of[field.name] for field in fields(self.value) if field.name != "origin"]
        return tuple(self.value(*row) for row in zip(*(_as_tuples(columns[name]) for name in names), strict=True))


def _column(values: Sequence[object], field: str) -> list[Any]:
    """Return a field of each value; tuples become lists, which engines can store."""
    column = list(map(attrgetter(field), values))
    return [list(found) for found in column] if column and isinstance(column[0], tuple) else column


def _as_tuples(column: Sequence[Any]) -> Sequence[Any]:
    return [tuple(found) for found in column] if column and isinstance(column[0], list) else column


def _same(*names: str) -> dict[str, str]:
    """Properties named like their fields."""
    return {name: name for name in names}


SOURCES = Node(
    Source,
    "Source",
    # Neo4j Browser captions nodes by `name`; `date` is a reserved word in some dialects
    {"name": "title", "text": "text", "author": "author", "dated": "date", "rank": "rank", "files": "files"},
)
EVENTS = Node(
    Event,
    "Event",
    _same("title", "day", "location")
    | {"reference": "gold_text"}
    | _same("time", "position", "declared", "choice", "made", "edits"),
)
VERSIONS = Node(
    Version,
    "Version",
    {"name": DERIVED}
    | _same("event", "source")
    | {"event_ord": DERIVED, "source_ord": DERIVED, "reference": "citation"}
    | _same("text")
    | {"chars": DERIVED}
    | _same("gaps", "time", "title", "position", "language")
    | {"telling": "order_in_source"}
    | _same("told_of", "excluded")
    | {"latest": DERIVED}
    | _same("located", "start", "end", "file", "confidence", "decided"),
)

NODES: Mapping[str, Node[Any]] = {"sources": SOURCES, "events": EVENTS, "versions": VERSIONS}
