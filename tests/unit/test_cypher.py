"""The Cypher files: documented, portable where both engines run them, each used, and none inside Python code."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cypher
from taeg.graph import findings
from taeg.graph.nodes import DERIVED, NODES, OWNED
from taeg.model.corpus import HEAD
from taeg.store.engine import SCHEMA_VERSION

FOLDER = Path(cypher.__file__).parent
PORTABLE = ("read", "write", "explore", "browse")
ENGINES = ("neo4j", "ladybug")
NAMES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.cypher"))
PORTABLE_NAMES = [name for name in NAMES if name.startswith(PORTABLE)]
SEVERAL = re.compile(r"\w+/(schema|migrate_\d+|own_nodes|rewrite_read|rewrite_load)")
"""Files that hold several statements."""
PYTHON = [path for room in ("cypher", "ingest", "taeg", "eval") for path in (FOLDER.parent / room).rglob("*.py")]


def body(text: str) -> str:
    """A statement without comments and with empty strings."""
    return re.sub(r"'[^']*'", "''", "\n".join(line for line in text.splitlines() if not line.startswith("//")))


def test_every_file_is_found_by_name() -> None:
    assert sorted(name for folder in (*PORTABLE, *ENGINES) for name in cypher.names(folder)) == NAMES
    assert cypher.query("explore/event").parameters == ("corpus", "event")


def test_labels_and_fields_are_filled_in() -> None:
    filled = cypher.query(cypher.fill("read/edges", "BEFORE", ("weight", "reason")))
    assert "-[r:BEFORE]->" in filled.text
    assert "collect(r.weight) AS weight,\n       collect(r.reason) AS reason,\n" in filled.text
    assert not re.search("LABEL|FIELD", filled.text)


@pytest.mark.parametrize(
    "name",
    [
        *("nothing", "read/nothing", "", "read", "read/texts.cypher", "../cypher"),
        *("read/edges:A]-() DETACH(weight)", "read/edges:A(weight) AS x", "read/edges:A(we ight)"),
    ],
)
def test_an_unknown_name_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError, match=re.escape(repr(name))):
        cypher.query(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_a_title_a_purpose_and_one_statement(name: str) -> None:
    query = cypher.query(name)
    comments = [line for line in query.text.splitlines() if line.startswith("//")]
    assert re.fullmatch(r"// [A-Z].*[^.\s]", comments[0]), "the title, as Neo4j Browser shows it"
    assert re.fullmatch(r"[A-Z].+\.", query.purpose), "at least one sentence"
    assert "$" not in "".join(comments), "it would be taken for a parameter"
    assert query.text.endswith(";\n"), "it can be pasted as it is"
    assert len(query.statements) == 1 or SEVERAL.fullmatch(name)


@pytest.mark.parametrize("name", [name for name in NAMES if "places" in cypher.query(name).parameters])
def test_a_list_of_nodes_comes_with_a_range(name: str) -> None:
    """With a list alone, the embedded engine scans all nodes."""
    assert {"start", "stop"} <= set(cypher.query(name).parameters)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("explore/", "browse/"))])
def test_queries_for_users_read_one_corpus(name: str) -> None:
    query = cypher.query(name)
    assert query.parameters[0] == "corpus"
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|COPY|DROP)\b", body(query.text))
    if name.startswith("explore/"):
        assert re.search(r"\nORDER BY [\w,.() ]+;\n$", query.text), "the order of rows is defined"
        return
    [returned] = re.findall(r"\nRETURN ([^;]+?)(?:\nORDER BY|;)", query.text)
    assert re.fullmatch(r"\w+(, \w+)+", returned), "Neo4j Browser draws nodes and relationships, not properties"
    assert re.search(r"\bLIMIT \d+;|\.ord < \d+\b|\.id = \$event\b", query.text), "it fits on a screen"
    assert f"explore/{name.partition('/')[2]}" in NAMES, "the same is available as a table"


def test_both_engines_have_every_load_and_migration() -> None:
    neo4j, ladybug = (
        {name.partition("/")[2] for name in cypher.names(engine) if re.search("/(load|migrate)_", name)}
        for engine in ENGINES
    )
    assert neo4j == ladybug
    migrations = {f"migrate_{version}" for version in range(2, SCHEMA_VERSION + 1)}
    assert {name for name in neo4j if name.startswith("migrate")} == migrations


@pytest.mark.parametrize("engine", ENGINES)
def test_a_schema_can_be_created_twice(engine: str) -> None:
    made = [text for text in map(body, cypher.query(f"{engine}/schema").statements) if "CREATE" in text]
    assert len(made) > 5
    assert all("IF NOT EXISTS" in statement for statement in made)


RELATION = r"-\[[^\]]*\]-"
FORBIDDEN = {
    r"\+=|\(\w*(:\w+)?\s+\$\w+\s*\)": "an error on Ladybug: write SET n.p = row.p, …",
    r"MATCH((?!WHERE|RETURN|WITH|SET|MERGE)[^;])*?\)\s*,\s*\(": "a slow cartesian product: write two MATCH clauses",
    rf"MERGE[^;\n]*\)({RELATION}|--)\(": "an error on Ladybug: give MERGE a direction",
    r"\bWITH\b((?!\bRETURN\b)[\s\S])*\bORDER BY\b": "an error or wrong rows on Ladybug: order after RETURN",
    r"-\[[^\]]*\*(?!\d+\]|\d*\.\.\d+\])[^\]]*\]-": "stops at 30 on Ladybug: give an upper bound",
    r"\)-\[[^\]]*\*[^\]]*\]-\(": "walks instead of trails on Ladybug: give it a direction",
    r"(?i)\b(labels|type|id|elementId)\s*\(": "an error or other values on Ladybug: use properties",
    r"(WHERE|AND|OR|NOT)\s+\w+:\w+": "an error on Ladybug: put the label into the pattern",
    r"(?i)[\w)\]`]\[|\bsubstring\s*\(": "lists and strings count from 1 on Ladybug: do it in Python",
    r"\b\w+\s*\{\s*\.": "map projections are an error on Ladybug: write a map literal",
    r"(?i)\[\s*\w+\s+IN\b|\[\s*\(": "comprehensions are an error on Ladybug: do it in Python",
    r"(?i)\breduce\s*\(|\bCALL\b|\bFOREACH\b|\bREMOVE\b": "an error on Ladybug: do it in Python",
    r"(?i)\b(datetime|toInteger|toFloat|toBoolean)\s*\(": "an error on Ladybug: convert in Python",
    r"(?i)\$\w+\s+IS\s+(NOT\s+)?NULL": "an error on Ladybug: write two queries",
    r"[(\[](\w+)[:)\]][\s\S]*\bRETURN\b[\s\S]*\bAS \1\b[\s\S]*\bORDER BY\b": "an error on Ladybug: rename the column",
}


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_statements_are_portable(rule: str) -> None:
    found = [name for name in PORTABLE_NAMES if re.search(rule, body(cypher.query(name).text))]
    assert not found, FORBIDDEN[rule]


SERVER_NAMES = [name for name in NAMES if not name.startswith("ladybug/") and name != "neo4j/own_nodes"]
"""Statements that are sent to a server, with the labels that only TAEG uses."""
OWN = {f"Taeg{label}" for label in ("Corpus", "Source", "Event", "Version", "Run", "Score", "Findings", "Schema")}
ANY_END = ("write/sweep_incomplete_spans", "write/move_span_positions", "read/relationship_count")
"""Concern relationships that start at nodes of TAEG; a label at their end would make the server read all end nodes."""
PATTERN = re.compile(r"(?<![\w`])\((\w*)(:[\w|]+)?(?: \{[^}]*\})?\)")
"""A node in a pattern, or a single word in parentheses."""


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("MATCH (v:Version)-[:TELLS]->(e:Event)", "MATCH (v:TaegVersion)-[:TELLS]->(e:TaegEvent)"),
        ("COUNT { MATCH (:Version)-[:NEXT]->(e) }", "COUNT { MATCH (:TaegVersion)-[:NEXT]->(e) }"),
        ("->(n:Version|Source|Event)", "->(n:TaegVersion|TaegSource|TaegEvent)"),
        ("-[s:Score]->(s:TaegSchema {key: 'taeg'})", "-[s:Score]->(s:TaegSchema {key: 'taeg'})"),
        ("MATCH (n:Versions)", "MATCH (n:Versions)"),
        ("MERGE (r:Run {key: $key})\nSET", "MERGE (r:TaegRun {key: $key}) ON CREATE SET r:Run\nSET"),
        ("MERGE (c:Corpus {key: $key})\nON MATCH", "MERGE (c:TaegCorpus {key: $key})\nON MATCH"),
        ("MERGE (r)-[:RUN_OF]->(c)", "MERGE (r)-[:RUN_OF]->(c)"),
    ],
)
def test_own_labels(text: str, own: str) -> None:
    """Another program uses the label Corpus."""
    assert cypher.own_labels(text, lambda label: label != "Corpus") == own


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_statements_for_a_server_find_only_nodes_of_taeg(name: str) -> None:
    for label in cypher.LABELS if "LABEL" in cypher.query(name).text else ("",):
        query = cypher.query(cypher.fill(name, label, ("weight",)))
        for statement in map(body, query.statements):
            text = cypher.own_labels(statement)
            found = [(node[1], set(filter(None, re.split("[:|]", node[2] or "")))) for node in PATTERN.finditer(text)]
            labelled = {variable for variable, labels in found if labels}
            assert all(labels <= OWN for _, labels in found)
            assert {variable for variable, labels in found if not labels} <= labelled or name in ANY_END
            assert not re.search(r"CREATE \(\w*:", text), "MERGE creates nodes with both labels"


def test_own_labels_are_those_of_the_embedded_schema() -> None:
    tables = re.findall(r"NODE TABLE IF NOT EXISTS (\w+)", cypher.query("ladybug/schema").text)
    assert {*cypher.LABELS, "TaegSchema"} == set(tables)


def test_constraints_and_indexes_are_on_own_labels() -> None:
    made = [text for text in cypher.query("neo4j/schema").statements if "CREATE" in text]
    labels = [re.findall(r"CREATE \w+ (\w+)_\w+ IF NOT EXISTS FOR \(n:(\w+)\)", text) for text in made]
    assert all(len(found) == 1 and found[0][0] == found[0][1] for found in labels)
    assert {found[0][1] for found in labels} == OWN
    waits = cypher.query("neo4j/schema").statements[-1]
    assert re.findall(r"'(\w+)'", waits) == [text.split()[2] for text in made if "CREATE INDEX" in text]


LANGUAGE = re.compile(
    r"\b(MATCH|MERGE|CREATE|EXISTS)\s*[({]|\bDETACH DELETE\b|\bUNWIND\s+\$|\bCOPY\s+\w+(\([\w, ]+\))?\s+(FROM|TO)\b"
    r"|\bALTER\s+(TABLE|(CURRENT\s+)?USER)\b|\bRETURN\s+\w+[.(]|\bSET\s+\w+\.\w+\s*=|\bCALL\s+(\w+\.\w+|\w+\()"
    r"|\bCREATE\s+(NODE|REL|CONSTRAINT|INDEX)\b"
)


@cache
def strings(path: Path) -> tuple[str, ...]:
    """All strings of a module but docstrings."""

    def found(tree: ast.AST) -> Iterator[str]:
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                yield node.value

    return tuple(found(ast.parse(path.read_text(encoding="utf-8"))))


def test_no_python_file_contains_cypher() -> None:
    assert [(path.name, text) for path in PYTHON for text in strings(path) if LANGUAGE.search(text)] == []


def test_every_statement_is_used_and_every_used_one_exists() -> None:
    """A name is spelled out, or put together of a first part and a word; `explore/` and `browse/` are for users."""
    words = {text for path in PYTHON for text in strings(path)}

    def used(name: str) -> bool:
        ends = [match.end() for match in re.finditer("[/_]", name)]
        return name in words or any(name[:end] in words and (name[end:] in words or name[-1].isdigit()) for end in ends)

    assert [name for name in NAMES if not name.startswith(("explore/", "browse/")) and not used(name)] == []
    spelled = {word for word in words if re.fullmatch(rf"({'|'.join((*PORTABLE, *ENGINES))})/\w*[a-z]", word)}
    assert spelled - set(NAMES) == set()


def columns_of(label: str) -> list[str]:
    schema = cypher.query("ladybug/schema").text
    [columns] = re.findall(rf"NODE TABLE IF NOT EXISTS {label}\((.*), PRIMARY KEY", schema)
    return [column.split()[0].strip("`") for column in columns.split(", ")]


@pytest.mark.parametrize("table", NODES)
def test_every_field_has_one_property(table: str) -> None:
    node = NODES[table]
    assert sorted(node.fields.values()) == sorted(f.name for f in fields(node.value) if f.name != "origin")
    assert {name for name, field in node.properties.items() if field == DERIVED} <= set(node.compared)


@pytest.mark.parametrize("table", NODES)
def test_columns_are_those_of_the_embedded_schema(table: str) -> None:
    node = NODES[table]
    assert columns_of(node.label) == ["key", "id", *OWNED, *node.properties]


def test_every_field_of_the_head_has_a_column() -> None:
    assert set(HEAD) < set(columns_of("Corpus"))


@pytest.mark.parametrize("kind", findings.KINDS, ids=lambda kind: kind.type)
def test_columns_of_findings_are_those_of_the_embedded_schema(kind: findings.Kind[Any]) -> None:
    schema = cypher.query("ladybug/schema").text
    [columns] = re.findall(rf"REL TABLE IF NOT EXISTS {kind.type}\(FROM Version TO Version, (.*)\);", schema)
    assert [column.split()[0].strip("`") for column in columns.split(", ")] == ["findings", "ord", *kind.properties]
    sets = re.findall(r"r\.`?(\w+)`? = row\.`?(\w+)`?", cypher.query(f"neo4j/load_{kind.load}").text)
    assert [name for name, _ in sets] == [name for _, name in sets] == [*kind.properties]
