"""The table of node properties: every field has one, and the embedded schema has the same columns."""

import re
from dataclasses import fields, replace

import pytest

import cypher
from taeg.graph.nodes import DERIVED, EVENTS, NODES, OWNED, SOURCES, VERSIONS
from taeg.model.corpus import HEAD, Event, Source, Version


def columns_of(label: str) -> list[str]:
    schema = cypher.query("ladybug/schema").text
    [columns] = re.findall(rf"NODE TABLE IF NOT EXISTS {label}\((.*), PRIMARY KEY", schema)
    return [column.split()[0].strip("`") for column in columns.split(", ")]


@pytest.mark.parametrize("table", NODES)
def test_every_field_has_one_property(table: str) -> None:
    node = NODES[table]
    assert sorted(node.fields.values()) == sorted(f.name for f in fields(node.value) if f.name != "origin")
    assert all(node.properties[name] == DERIVED for name in node.compared)


@pytest.mark.parametrize("table", NODES)
def test_columns_are_those_of_the_embedded_schema(table: str) -> None:
    node = NODES[table]
    assert columns_of(node.label) == ["key", "id", *OWNED, *node.properties]


def test_every_field_of_the_head_has_a_column() -> None:
    assert set(HEAD) < set(columns_of("Corpus"))


def owned(count: int) -> dict[str, list[object]]:
    return {"corpus": ["c"] * count, "generation": ["c@1"] * count, "ord": list(range(count))}


def test_values_come_back_from_their_columns() -> None:
    sources = (Source("s1", "The first", "All of it.", "A. B.", "2024-05", 2), Source("s2", "The second"))
    events = (
        Event("e1", "Arrival", "Monday", "Harbour", "They came.", "2024-05-01", "1.5", declared=False, choice="v1"),
        Event("e2", "Storm", made=True, edits=("split from 'e1'", "moved")),
    )
    version = Version("v1", "e1", "s1", "Words.", "p. 1", ("p. 2",), "2024", "A title", "3", "de", 7, "e2")
    versions = (version, replace(version, id="v2", gaps=(), excluded=True))
    derived = {name: [None] * 2 for name, field in VERSIONS.properties.items() if field == DERIVED}
    assert SOURCES.values(SOURCES.columns(sources, ["a", "b"], owned(2), {})) == sources
    assert EVENTS.values(EVENTS.columns(events, ["a", "b"], owned(2), {})) == events
    assert EVENTS.values(EVENTS.columns([], [], owned(0), {})) == ()
    columns = VERSIONS.columns(versions, ["a", "b"], owned(2), derived)
    assert columns["gaps"] == [["p. 2"], []]
    assert VERSIONS.values(columns) == versions
