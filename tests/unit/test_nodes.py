"""The table of node properties: every field has one, and the embedded schema has the same columns."""

import re
from dataclasses import fields

import pytest

import cypher
from taeg.graph.nodes import DERIVED, NODES, OWNED
from taeg.model.corpus import HEAD


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
