"""Pictures and tables of the gospels, as Neo4j Browser and `taeg query` show them, on every engine."""

import json
from pathlib import Path

import pytest

import cypher
import eval
import ingest
import taeg
from taeg.export import neo4j_browser as neo4jbrowser
from tests.conftest import Taeg
from tests.integration import accounts
from tests.servers import Login

FOUND = {"contested_facts", "contradictions", "copies", "corrections_of_accounts"}
SILENT = {"doubtful", "editor", "updates"} | FOUND
"""The gospels have no corrections, are no draft, no source has two accounts of an event, and contradictions were not
looked for."""


@pytest.fixture
def loaded(address: str) -> str:
    """A graph with the gospels and two runs, one of them scored."""
    with taeg.open(address) as graph:
        ingest.load(ingest.read("gospels", translation="asv"), graph)
        for strategy in ("taeg", "longest"):
            graph.consolidate(strategy)
        eval.evaluate(graph, "taeg", wanted=["rougeL", "accuracy"])
    return address


def test_every_query_returns_rows_for_the_gospels(loaded: str) -> None:
    with taeg.open(loaded, read_only=True) as graph:
        given = neo4jbrowser.parameters(graph)
        assert given == {
            "corpus": "gospels-asv-audited",
            "event": "4",
            "source": "matthew",
            "run": "taeg",
            "other_run": "longest",
        }
        tables = {name: cypher.query(name) for name in cypher.names("explore")}
        rows = {
            query.name.partition("/")[2]: graph.store.read(name, **{key: given[key] for key in query.parameters})
            for name, query in tables.items()
        }
        assert {name for name, found in rows.items() if not found} == SILENT
        json.dumps(rows)  # plain values, as `taeg query --json` prints them

        steps = {row["step"]: row for row in rows["neighbours"]}
        assert sorted(steps) == [-2, -1, 0, 1, 2]
        assert steps[0]["title"] == "A borrowed colt"
        assert sorted(steps[0]["sources"]) == ["john", "luke", "mark", "matthew"]
        own = {row["source"]: row for row in rows["own_order"]}
        assert (own["John"]["title_before"], own["John"]["steps_back"]) == (steps[-1]["title"], 1)
        assert (own["Luke"]["before"], own["Luke"]["steps_back"]) == (None, None)
        assert own["Luke"]["after"] == steps[1]["event"]
        spreads = [row["spread"] for row in rows["spread"]]
        assert len(spreads) == 96
        assert spreads == sorted(spreads, reverse=True)
        cost = {row["run"]: row for row in rows["cost"]}
        assert (
            cost["longest"]["share_of_longest"] == 1 > cost["taeg"]["share_of_longest"] > cost["taeg"]["share_of_all"]
        )
        assert cost["taeg"]["accounts_left_aside"] == 362 - 168
        shares = rows["shares"]
        assert sum(row["chosen"] for row in shares) == cost["taeg"]["passages"] == 168
        assert sum(row["accounts"] for row in shares) == 362
        assert sum(row["characters_chosen"] for row in shares) == cost["taeg"]["characters"]


def test_every_picture_has_nodes(loaded: str) -> None:
    with taeg.open(loaded, read_only=True) as graph:
        given = neo4jbrowser.parameters(graph)
        for name in cypher.names("browse"):
            rows = graph.store.read(name, **{key: given[key] for key in cypher.query(name).parameters})
            assert 3 < len(rows) < 40, name


def test_pictures_are_nodes_and_relationships(neo4j_login: Login, neo4j_address: str) -> None:
    """As the driver gives them, and so the Browser."""
    import neo4j
    from neo4j.graph import Node, Relationship

    with taeg.open(neo4j_address) as graph:
        ingest.load(ingest.read("gospels", translation="asv"), graph)
        for strategy in ("taeg", "longest"):
            graph.consolidate(strategy)
        given = neo4jbrowser.parameters(graph)
    login = (neo4j_login.username, neo4j_login.password)
    with neo4j.GraphDatabase.driver(neo4j_login.uri, auth=login) as driver:
        for name in cypher.names("browse"):
            text = cypher.own_labels(cypher.query(name).text)
            result = driver.execute_query(text, given, database_=neo4j_login.database)
            values = [value for record in result.records for value in record if value is not None]
            assert all(isinstance(value, Node | Relationship) for value in values), name
            nodes = {value.element_id: value for value in values if isinstance(value, Node)}
            assert 10 <= len(nodes) <= 45, name
            labels = {label for node in nodes.values() for label in node.labels}
            assert {"Event", "TaegEvent", "Version", "TaegVersion"} <= labels, name
            assert all(node.get("title") or node.get("name") for node in nodes.values()), "each has its caption"


def test_the_command_knows_the_graph(
    taeg_command: Taeg, neo4j_login: Login, neo4j_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = taeg_command("neo4j", "browser")
    assert empty.code == 0
    assert "the graph holds no corpus" in empty.err
    for name in ("one", "two"):
        taeg_command("ingest", "gospels", "--id", name, "--store", neo4j_address)
    facts = taeg_command("neo4j", "browser", "--json", "--corpus", "two")
    assert json.loads(facts.out)["parameters"]["corpus"] == "two"
    printed = taeg_command("neo4j", "browser")
    assert "corpus one" in printed.out
    assert neo4j_login.password not in facts.out + facts.err + printed.out + printed.err
    unknown = taeg_command("neo4j", "browser", "--corpus", "three")
    assert unknown.code == 2


def test_py2neo_reads_a_narrative(neo4j_address: str, neo4j_login: Login) -> None:
    py2neo = pytest.importorskip("py2neo", reason="the extra is not installed: pip install py2neo")
    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(), graph)
        narrative = graph.consolidate("taeg")
    other = py2neo.Graph(
        neo4j_login.uri.replace("neo4j://", "bolt://"), auth=(neo4j_login.username, neo4j_login.password)
    )
    rows = other.run(cypher.query("explore/run").text, corpus=narrative.corpus, run="taeg").data()
    assert [row["text"] for row in rows] == [passage.text for passage in narrative.passages]
