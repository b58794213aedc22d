"""Ranking by Graph Data Science: the same scores as ours, no projections left behind, clear errors."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import neo4j
import numpy as np
import pytest

import ingest
import taeg
from taeg import Corpus, InputError, Part, TaegError
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, TOLERANCE
from taeg.consolidate.strategies import RANKED
from taeg.graph import gds
from taeg.graph.graph import Graph
from taeg.graph.read import arrays as read_arrays
from taeg.store.engine import Row
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import recorded_graph
from tests.servers import Login

KINDS = (("before", "same_event"), ("same_event",), ("before",))


@pytest.fixture
def server(neo4j_address: str) -> str:
    """A Neo4j server with the plugin."""
    with taeg.open(neo4j_address) as graph:
        if not graph.store.read("neo4j/gds_found")[0]["found"]:
            pytest.skip("this Neo4j has no Graph Data Science plugin")
    return neo4j_address


@pytest.fixture
def graph(server: str) -> Iterator[Graph]:
    """A graph on that server with one corpus."""
    with taeg.open(server) as opened:
        ingest.load(accounts.corpus(), opened)
        yield opened


@pytest.fixture
def projections(neo4j_login: Login) -> Callable[[], list[str]]:
    """Returns the names of our projections on the server."""

    def names() -> list[str]:
        with neo4j.GraphDatabase.driver(neo4j_login.uri, auth=(neo4j_login.username, neo4j_login.password)) as driver:
            found = driver.execute_query("CALL gds.graph.list() YIELD graphName RETURN graphName").records
        return sorted(record["graphName"] for record in found if record["graphName"].startswith(gds.PREFIX))

    return names


def with_isolated_version(corpus: Corpus) -> Corpus:
    """Add the only version of a source and of the last event."""
    last = corpus.events[-1].id
    kept = [v for v in corpus.versions if v.event != last]
    alone = replace(kept[-1], id="alone", event=last, source="s9", text="Nobody else was there.")
    sources = (*corpus.sources, replace(corpus.sources[0], id="s9", title="Passer-by"))
    return replace(corpus, versions=(*kept, alone), sources=sources)


@pytest.mark.parametrize("name", ["gospels", pytest.param("harbour", marks=pytest.mark.lines)])
def test_scores_and_selections_equal_ours(server: str, projections: Callable[[], list[str]], name: str) -> None:
    corpus = ingest.read("gospels") if name == "gospels" else with_isolated_version(accounts.corpus(events=60))
    with recorded_graph(server, corpus) as (graph, store):
        ingest.load(accounts.corpus(events=5, name="other"), graph)
        entry = next(found for found in graph.corpora() if not found.id.startswith("other"))
        arrays = read_arrays(graph.store, entry)
        for kinds, damping in product(KINDS, (DAMPING, 0.5)):
            ours = arrays.ranking(arrays, kinds, damping, TOLERANCE, MAX_STEPS)
            theirs = gds.ranking(graph.store, entry)(arrays, kinds, damping, TOLERANCE, MAX_STEPS)
            assert theirs.sum() == pytest.approx(1)
            assert np.abs(ours - theirs).max() < 1e-6 / len(ours)
        for strategy in RANKED:
            expected = graph.consolidate(strategy, entry.id)
            store.values.clear()
            found = graph.consolidate(strategy, entry.id, centrality="gds")
            assert not [statement for statement in store.values if statement.startswith("read/edges")]
            assert (found.run, found.passages) == (f"{strategy},centrality=gds", expected.passages)
        recorded = {run.id: run.parameters.get("centrality") for run in graph.runs(entry.id)}
        assert recorded == dict.fromkeys(RANKED) | {f"{s},centrality=gds": "gds" for s in RANKED}
    assert projections() == []


def test_a_failed_ranking_leaves_no_projection(
    graph: Graph, projections: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, during = graph.store.write, []

    def failing(name: str, **parameters: object) -> list[Row]:
        if name == "neo4j/gds_rank":
            during.extend(projections())
            raise TaegError("the server ran out of memory")
        return write(name, **parameters)

    monkeypatch.setattr(graph.store, "write", failing)
    with pytest.raises(TaegError, match="ran out of memory"):
        graph.consolidate("taeg", centrality="gds")
    assert (len(during), projections(), graph.runs()) == (1, [], [])


def test_a_repeated_projection_replaces_the_first(
    graph: Graph, projections: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver repeats a statement if the reply was lost."""
    expected = graph.consolidate("taeg")
    write, sent = graph.store.write, []

    def twice(name: str, **parameters: object) -> list[Row]:
        if name == "neo4j/gds_project":
            sent.append(write(name, **parameters))
        return write(name, **parameters)

    monkeypatch.setattr(graph.store, "write", twice)
    assert graph.consolidate("taeg", centrality="gds").passages == expected.passages
    assert sent == [[{"versions": graph.corpus().versions}]]
    assert projections() == []


def test_projections_of_killed_runs_are_swept(
    graph: Graph, projections: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, foreign = f"{gds.PREFIX}0123456789abcdef", f"{gds.PREFIX}of-another-program"
    for name in (left, foreign):
        graph.store.write("neo4j/gds_project", graph=name, generation=graph.corpus().generation, kinds=["BEFORE"])
    graph.consolidate("taeg", centrality="gds")
    assert projections() == [left, foreign], "a recent one may be in use"
    monkeypatch.setattr(gds, "FORGOTTEN_HOURS", 0)
    graph.consolidate("taeg-no-before", centrality="gds")
    assert projections() == [foreign]
    graph.store.write("neo4j/gds_drop", graph=foreign)


def test_a_server_without_the_plugin_is_reported(neo4j_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(), graph)
        read = graph.store.read
        lacking = {"neo4j/gds_found": [{"found": 0}]}
        monkeypatch.setattr(
            graph.store, "read", lambda name, **given: lacking[name] if name in lacking else read(name, **given)
        )
        with pytest.raises(TaegError, match="taeg neo4j start --gds"):
            graph.consolidate("taeg", centrality="gds")


def test_unsupported_rankings_are_refused(tmp_path: object, taeg_command: Taeg) -> None:
    store = f"{tmp_path}/graph.db"
    with taeg.open(store) as graph:
        ingest.load(accounts.corpus(), graph)
        for wrong, says in (("igraph", "unknown centrality"), ("gds", "no server to rank on")):
            with pytest.raises(TaegError, match=says):
                graph.consolidate("taeg", centrality=wrong)
        with pytest.raises(InputError, match="does not rank by centrality"):
            graph.consolidate("longest", centrality="gds")
        with pytest.raises(InputError, match="ranks whole corpora"):
            graph.consolidate("taeg", centrality="gds", part=Part(sources=("s1",)))
    outcome = taeg_command("consolidate", "--centrality", "gds", "--store", store)
    assert outcome.code == 1
    assert "no server to rank on" in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
