"""The one table of properties: it has every field once, as the statements and the schemas do."""

import re
from dataclasses import fields, replace

import pytest

import cypher
from taeg.graph.nodes import DERIVED, EVENTS, NODES, OWNED, SOURCES, VERSIONS
from taeg.model.corpus import Event, Source, Version

LABELS = {"sources": "Source", "events": "Event", "versions": "Version"}
COLUMN = re.compile(r"collect\((\w)\.(\w+)\) AS (\w+)")


@pytest.mark.parametrize("table", NODES)
def test_every_field_is_held_by_one_property(table: str) -> None:
    node = NODES[table]
    held = sorted(node.told.values())
    assert held == sorted(field.name for field in fields(node.value) if field.name != "origin")
    assert all(node.properties[name] == DERIVED for name in node.compared)


@pytest.mark.parametrize("table", NODES)
def test_the_statement_reads_what_is_made_into_values_or_compared(table: str) -> None:
    node = NODES[table]
    read = COLUMN.findall(cypher.query(node.read).text)
    assert all(name == column for _, name, column in read)
    assert sorted(column for *_, column in read) == sorted(["ord", *node.told, *node.compared])


@pytest.mark.parametrize("table", NODES)
def test_bulk_loads_give_the_columns_of_the_schema(table: str) -> None:
    node = NODES[table]
    schema = cypher.query("ladybug/schema").text
    [columns] = re.findall(rf"NODE TABLE IF NOT EXISTS {LABELS[table]}\((.*), PRIMARY KEY", schema)
    properties = [column.split()[0] for column in columns.split(", ")]
    assert properties == ["key", "id", *OWNED, *node.properties]
    [statement] = re.findall(r"SET (.*);", cypher.query(f"neo4j/load_{table}").text, re.DOTALL)
    assert re.findall(r"n\.(\w+) = row\.\1", statement) == properties[1:]


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
    columns = VERSIONS.columns(versions, ["a", "b"], owned(2), derived)
    assert columns["gaps"] == [["p. 2"], []], "engines know lists"
    assert VERSIONS.values(columns) == versions


def test_nothing_makes_nothing() -> None:
    assert EVENTS.values(EVENTS.columns([], [], owned(0), {})) == ()
