"""A Neo4j database that TAEG shares with another program: neither changes the data or the results of the other."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import pytest

import cypher
import eval
import ingest
import taeg
from taeg.graph.graph import Graph
from taeg.model.corpus import Correction, Source, Version
from taeg.store.engine import Row
from taeg.store.neo4j.driver import Neo4jStore
from tests import older
from tests.conftest import Taeg
from tests.foreign import Foreign, beside
from tests.integration import accounts
from tests.servers import Login

NIGHT = "night"
GIVEN = {"event": "e1", "source": "s0", "run": "longest", "other_run": "taeg"}
LONG = "A long statement. " * 3000
"""Longer than the value of an index may be."""


@pytest.fixture
def foreign(neo4j_login: Login, neo4j_address: str) -> Iterator[Foreign]:
    """The graph of another program in the shared database."""
    login = neo4j_login
    with beside(login.uri, login.username, login.password, NIGHT, login.database) as made:
        yield made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that TAEG sends to the server."""
    texts: list[str] = []

    def listen(name: str) -> None:
        original = getattr(Neo4jStore, name)

        def hear(self: Neo4jStore, text: str, *args: object) -> object:
            texts.append(text)
            return original(self, text, *args)

        monkeypatch.setattr(Neo4jStore, name, hear)

    listen("_execute")
    listen("_apply")
    return texts


def read(graph: Graph) -> list[Any]:
    """What readers see of the corpus and its runs."""
    runs = graph.runs(NIGHT)
    texts = [graph.narrative(run.id, NIGHT).text for run in runs]
    return [graph.stats(NIGHT), texts, graph.scores(NIGHT), graph.event("e1", NIGHT)]


def explore(graph: Graph) -> dict[str, list[Row]]:
    """The rows of all queries for exploring."""
    names = [name.partition("/")[2] for name in cypher.names("explore")]
    wanted = {name: [key for key in cypher.query(f"explore/{name}").parameters if key != "corpus"] for name in names}
    tables = {name: graph.query(name, NIGHT, **{key: GIVEN[key] for key in keys}) for name, keys in wanted.items()}
    for row in (row for rows in tables.values() for row in rows):
        row |= {key: sorted(value) for key, value in row.items() if isinstance(value, list)}  # collected in any order
        row.pop("created", "")
    return tables


def steps(graph: Graph) -> Iterator[list[Any]]:
    """Run everything that writes; yield the results on the way."""
    corpus = accounts.corpus(events=8, sources=3, reference=True)
    ingest.load(replace(corpus, sources=(replace(corpus.sources[0], text=LONG), *corpus.sources[1:])), graph, NIGHT)
    consolidate(graph, "taeg", "longest", "lexrank")
    yield read(graph)
    graph.correct(Correction("rename", "e1", title="The second"), corpus=NIGHT)
    yield read(graph)
    further = Version("x", "e1", "s9", "A word more about the harbour.")
    graph.add(replace(corpus, sources=(Source("s9", "Witness 9"),), versions=(further,)), NIGHT)
    consolidate(graph, "longest")
    yield read(graph)
    graph.remove_source("s2", NIGHT)
    yield read(graph)
    ingest.load(accounts.corpus(events=8, sources=3, seed=2, reference=True), graph, NIGHT)
    consolidate(graph, "taeg")
    yield read(graph)
    graph.delete(NIGHT)
    yield [entry.id for entry in graph.corpora()]


def consolidate(graph: Graph, *strategies: str) -> None:
    """Record runs and score the first."""
    for strategy in strategies:
        graph.consolidate(strategy, NIGHT)
    eval.evaluate(graph, strategies[0], NIGHT, wanted=["rougeL", "accuracy"])


def test_neither_program_changes_data_or_results_of_the_other(
    neo4j_address: str, foreign: Foreign, sent: list[str]
) -> None:
    foreign.remove()
    with taeg.open(neo4j_address) as graph:
        working = steps(graph)
        alone, tables = [next(working)], explore(graph)
        alone += working
    foreign.create()
    with taeg.open(neo4j_address) as graph:
        for number, found in enumerate(steps(graph)):
            assert found == alone[number], number
            assert foreign.unchanged, number
            if number == 0:
                foreign.copy_ours()
                foreign.connect_to_ours()
                assert (read(graph), explore(graph)) == (alone[0], tables)
    assert len(set(sent)) > 50
    nodes = {node for text in sent for node in re.findall(r"\(\w*:([\w|]+)", text)}
    assert all(label.startswith("Taeg") for node in nodes for label in node.split("|"))


def test_nodes_have_general_labels_unless_another_program_has_an_index_on_them(
    neo4j_address: str, foreign: Foreign
) -> None:
    def labels() -> dict[str, set[str]]:
        rows = foreign.ask(
            "MATCH (n) UNWIND labels(n) AS own WITH n, own WHERE own STARTS WITH 'Taeg' RETURN own, labels(n)"
        )
        return {own: set().union(*(labels for other, labels in rows if other == own)) for own, _ in rows}

    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(), graph, NIGHT)
        graph.consolidate("longest", NIGHT)
    own = {label: {f"Taeg{label}"} for label in ("Corpus", "Source", "Event", "Version", "Run")}
    expected = own | {label: {label, f"Taeg{label}"} for label in ("Version", "Run")}
    assert labels() == {"TaegSchema": {"TaegSchema"}} | {f"Taeg{label}": found for label, found in expected.items()}


def test_a_corpus_of_another_program_with_the_same_id(
    neo4j_address: str, foreign: Foreign, taeg_command: Taeg, case: Path
) -> None:
    store = ("--store", neo4j_address)
    unknown = taeg_command("delete", "--corpus", NIGHT, *store)
    assert unknown.code == 2
    assert "holds no corpus" in unknown.err
    done = taeg_command("ingest", case, "--id", NIGHT, *store)
    assert done.code == 0
    assert "replace" not in done.out + done.err
    assert taeg_command("delete", "--corpus", NIGHT, *store).code == 0
    assert foreign.ask("MATCH (c:Corpus {id: $id}) RETURN c.name", id=NIGHT) == [["Corpus 0"]]
    with taeg.open(neo4j_address) as graph:
        assert graph.corpora() == []


def test_a_failed_index_of_another_program(neo4j_address: str, foreign: Foreign) -> None:
    """TAEG waits for its own indexes only."""
    foreign.ask("CREATE (:Theirs:Note {text: $long})", long=LONG)
    foreign.ask("CREATE INDEX theirs_note FOR (n:Note) ON (n.text)")
    with pytest.raises(neo4j.exceptions.ClientError):
        foreign.ask("CALL db.awaitIndexes(60)")
    foreign.remember()
    with taeg.open(neo4j_address) as graph:
        graph.store.create_schema()


def test_keys_are_found_by_own_indexes(neo4j_address: str, foreign: Foreign) -> None:
    """Loading needs them; the plans of other statements depend on the size of the graph."""
    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(), graph, NIGHT)
    foreign.ask("CALL db.clearQueryCaches()")  # plans may have been made for an empty graph
    loads = [name for name in cypher.names("neo4j") if "/load_" in name and "LABEL" not in cypher.query(name).text]
    loads += [cypher.fill("neo4j/load_nodes", label) for label in ("Source", "Event", "Version")]
    loads += [cypher.fill("neo4j/load_edges", "BEFORE", ("weight",))]
    given = {"rows": [], "run": "", "corpus": NIGHT, "generation": "", "start": 0, "stop": 9}
    for name in (*loads, "write/claim"):
        text = cypher.own_labels(cypher.query(name).text)
        plan = foreign.driver.execute_query(f"EXPLAIN\n{text}", given, database_=foreign.database).summary.plan
        assert plan
        used = list(operators(plan))
        assert not [each for each in used if re.search("Node.*Scan", each)], (name, used)
        assert [each for each in used if "IndexSeek" in each], (name, used)


def operators(plan: dict[str, Any]) -> Iterator[str]:
    """The operators of a plan."""
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


def test_a_graph_of_schema_3_is_migrated(neo4j_address: str, foreign: Foreign) -> None:
    foreign.remove()
    foreign.create(old=True)
    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(events=8, sources=3, reference=True), graph, NIGHT)
        consolidate(graph, "longest", "lexrank")
        expected, generation = read(graph), graph.corpus(NIGHT).generation
    foreign.resemble(generation)
    older.downgrade(foreign.driver, foreign.database)
    # a migration that was interrupted
    foreign.ask(
        "MATCH (n:Version {generation: $generation}) WHERE n.ord % 2 = 0 AND NOT n:Theirs SET n:TaegVersion",
        generation=generation,
    )
    foreign.ask("MATCH (n:Corpus {key: $key}) SET n.claim = $key + '@0123456789abcdef'", key=NIGHT)
    with taeg.open(neo4j_address) as graph:
        assert foreign.unchanged
        assert older.remains(foreign.driver, foreign.database) == []
        assert read(graph) == expected
        assert foreign.ask("MATCH (c:TaegCorpus) RETURN c.claim") == [[""]]
        assert foreign.ask("MATCH (n:Theirs) WHERE any(l IN labels(n) WHERE l STARTS WITH 'Taeg') RETURN n") == []
        ingest.load(accounts.corpus(seed=2), graph, NIGHT)
        graph.delete(NIGHT)
        assert (
            foreign.ask("MATCH (n) WHERE n.generation = $generation AND NOT n:Theirs RETURN n", generation=generation)
            == []
        )
