"""How sources, events and versions stand in a graph: which property of a node holds which field of its value.

One table for both ways. `taeg.graph.load` makes columns of values by it and compares what it reads back,
`taeg.graph.read` makes values of columns. Not for the statements themselves: `cypher/read/` names these properties,
the schemas have them in this order, and a test holds all of them together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

from taeg.model.corpus import Event, Source, Version

T = TypeVar("T", Source, Event, Version)
Table = dict[str, Sequence[Any]]

OWNED = ("corpus", "generation", "ord")
"""What every node has beside its key, to be found by."""
DERIVED = ""
"""The field of a property that follows from other values."""


@dataclass(frozen=True, slots=True)
class Node(Generic[T]):
    """The nodes of one kind of value."""

    value: type[T]
    read: str
    """The statement that reads them."""
    properties: Mapping[str, str]
    """After those that every node has, in the order of the schema: the field that each holds."""
    compared: tuple[str, ...] = ()
    """Properties that are derived and read back nevertheless."""

    @property
    def told(self) -> dict[str, str]:
        """The properties that hold a field, each with its field."""
        return {"id": "id"} | {name: field for name, field in self.properties.items() if field != DERIVED}

    def columns(self, values: Sequence[T], keys: Sequence[str], owned: Table, derived: Table) -> Table:
        """The values as columns, in the order of the schema."""
        held = {name: _column(values, field) for name, field in self.told.items()}
        rest = {name: derived[name] if field == DERIVED else held[name] for name, field in self.properties.items()}
        return {"key": keys, "id": held["id"], **{name: owned[name] for name in OWNED}, **rest}

    def values(self, columns: Mapping[str, Sequence[Any]]) -> tuple[T, ...]:
        """The values that such columns were made of."""
        property_of = {field: name for name, field in self.told.items()}
        names = [property_of[field.name] for field in fields(self.value) if field.name != "origin"]
        return tuple(self.value(*row) for row in zip(*(_held(columns[name]) for name in names), strict=True))


def _column(values: Sequence[object], field: str) -> list[Any]:
    """What a field holds in each value; several texts as a list, which engines know."""
    column = list(map(attrgetter(field), values))
    return [list(found) for found in column] if column and isinstance(column[0], tuple) else column


def _held(column: Sequence[Any]) -> Sequence[Any]:
    """The same back again."""
    return [tuple(found) for found in column] if column and isinstance(column[0], list) else column


def _alike(*names: str) -> dict[str, str]:
    """Properties that are called as their fields are."""
    return {name: name for name in names}


SOURCES = Node(
    Source,
    "read/sources",
    # a node's name is what Neo4j Browser writes on it; `date` is a word of some Cyphers
    {"name": "title", "text": "text", "author": "author", "dated": "date", "rank": "rank"},
)
EVENTS = Node(
    Event,
    "read/events",
    _alike("title", "day", "location")
    | {"reference": "gold_text"}
    | _alike("time", "position", "declared", "choice", "made", "edits"),
)
VERSIONS = Node(
    Version,
    "read/versions",
    {"name": DERIVED}
    | _alike("event", "source")
    | {"event_ord": DERIVED, "source_ord": DERIVED}
    | {"reference": "citation"}
    | _alike("text")
    | {"chars": DERIVED}
    | _alike("gaps", "time", "title", "position", "language")
    | {"telling": "order_in_source"}
    | _alike("told_of", "excluded")
    | {"latest": DERIVED},
    # it hangs on where accounts stand in their files, of which a digest says nothing
    compared=("latest",),
)

NODES: Mapping[str, Node[Any]] = {"sources": SOURCES, "events": EVENTS, "versions": VERSIONS}
"""By the name of their table."""
