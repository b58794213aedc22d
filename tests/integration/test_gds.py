"""Ranking by Graph Data Science: the same scores as ours, no projections left behind, clear errors."""

from dataclasses import replace

import neo4j
import numpy as np
import pytest

import ingest
import taeg
from taeg import Corpus, InputError, Part, TaegError
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, TOLERANCE
from taeg.consolidate.strategies import RANKED
from taeg.graph import gds
from taeg.graph.arrays import arrays as read_arrays
from taeg.graph.graph import Graph
from taeg.store.engine import Row
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import RecordingStore
from tests.servers import Login

KINDS = (("before", "same_event"), ("same_event",), ("before",))


@pytest.fixture
def server(neo4j_address: str, neo4j_login: Login) -> str:
    """A Neo4j with the plugin."""
    with taeg.open(neo4j_address) as graph:
        if not graph.store.read("neo4j/gds_found")[0]["found"]:
            pytest.skip("this Neo4j has no Graph Data Science plugin")
    return neo4j_address


def lonely(corpus: Corpus) -> Corpus:
    """Add a version without edges: the only one of its source and event."""
    last = corpus.events[-1].id
    kept = [v for v in corpus.versions if v.event != last]
    alone = replace(kept[-1], id="alone", event=last, source="s9", text="Nobody else was there.")
    sources = (*corpus.sources, replace(corpus.sources[0], id="s9", title="Passer-by"))
    return replace(corpus, versions=(*kept, alone), sources=sources)


def projections(login: Login) -> list[str]:
    with neo4j.GraphDatabase.driver(login.uri, auth=(login.username, login.password)) as driver:
        found = driver.execute_query("CALL gds.graph.list() YIELD graphName RETURN graphName").records
    return [record["graphName"] for record in found]


@pytest.mark.parametrize("name", ["gospels", "harbour"])
def test_scores_and_selections_equal_ours(server: str, neo4j_login: Login, name: str) -> None:
    corpus = ingest.read("gospels") if name == "gospels" else lonely(accounts.corpus(events=60))
    with taeg.open(server) as graph:
        ingest.load(accounts.corpus(events=5, name="other"), graph)
        loaded = ingest.load(corpus, graph)
        entry = graph.corpus(loaded.corpus)
        arrays = read_arrays(graph.store, entry)
        for kinds in KINDS:
            for damping in (DAMPING, 0.5):
                ours = arrays.ranking(arrays, kinds, damping, TOLERANCE, MAX_STEPS)
                theirs = gds.ranking(graph.store, entry)(arrays, kinds, damping, TOLERANCE, MAX_STEPS)
                assert theirs.sum() == pytest.approx(1)
                assert np.abs(ours - theirs).max() < 1e-6 / len(ours)
        for strategy in RANKED:
            here = graph.consolidate(strategy, entry.id)
            there = graph.consolidate(strategy, entry.id, centrality="gds")
            assert there.passages == here.passages, strategy
            assert there.run == f"{strategy},centrality=gds"
        recorded = {run.id: run.parameters.get("centrality") for run in graph.runs(entry.id)}
        assert recorded == dict.fromkeys(RANKED) | {f"{s},centrality=gds": "gds" for s in RANKED}
    assert not [name for name in projections(neo4j_login) if name.startswith(gds.PREFIX)]


def test_edges_stay_in_the_server(server: str) -> None:
    with taeg.open(server) as opened:
        ingest.load(accounts.corpus(), opened)
        graph = Graph(RecordingStore(opened.store))
        assert isinstance(graph.store, RecordingStore)
        graph.consolidate("taeg", centrality="gds")
        assert not any(name.startswith("read/edges") for name in graph.store.values)


def test_a_failed_ranking_leaves_no_projection(
    server: str, neo4j_login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    with taeg.open(server) as graph:
        ingest.load(accounts.corpus(), graph)
        write = graph.store.write
        during = []

        def failing(name: str, **parameters: object) -> list[Row]:
            if name == "neo4j/gds_rank":
                during.extend(projections(neo4j_login))
                raise TaegError("the server ran out of memory")
            return write(name, **parameters)

        monkeypatch.setattr(graph.store, "write", failing)
        with pytest.raises(TaegError, match="ran out of memory"):
            graph.consolidate("taeg", centrality="gds")
        assert [name for name in during if name.startswith(gds.PREFIX)]
        assert not [name for name in projections(neo4j_login) if name.startswith(gds.PREFIX)]
        assert graph.runs() == []


def test_a_repeated_projection_replaces_the_first(
    server: str, neo4j_login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver repeats a statement if the reply was lost."""
    with taeg.open(server) as graph:
        ingest.load(accounts.corpus(), graph)
        expected = graph.consolidate("taeg")
        write, sent = graph.store.write, []

        def twice(name: str, **parameters: object) -> list[Row]:
            if name == "neo4j/gds_project":
                sent.append(write(name, **parameters))
            return write(name, **parameters)

        monkeypatch.setattr(graph.store, "write", twice)
        assert graph.consolidate("taeg", centrality="gds").passages == expected.passages
        assert sent == [[{"versions": graph.corpus().versions}]]
    assert not [name for name in projections(neo4j_login) if name.startswith(gds.PREFIX)]


def test_projections_of_killed_runs_are_swept(server: str, neo4j_login: Login, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(server) as graph:
        ingest.load(accounts.corpus(), graph)
        left = f"{gds.PREFIX}left"
        entry = graph.corpus()
        graph.store.write("neo4j/gds_project", graph=left, generation=entry.generation, kinds=["BEFORE"])
        graph.consolidate("taeg", centrality="gds")
        assert left in projections(neo4j_login), "a younger one may be in use"
        monkeypatch.setattr(gds, "FORGOTTEN_HOURS", 0)
        graph.consolidate("taeg-no-before", centrality="gds")
        assert left not in projections(neo4j_login)


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
        for wrong, says in (("igraph", "unknown centrality"), ("gds", "cannot rank in a server")):
            with pytest.raises(TaegError, match=says):
                graph.consolidate("taeg", centrality=wrong)
        with pytest.raises(InputError, match="does not rank by centrality"):
            graph.consolidate("longest", centrality="gds")
        with pytest.raises(InputError, match="ranks whole corpora"):
            graph.consolidate("taeg", centrality="gds", part=Part(sources=("s1",)))
    outcome = taeg_command("consolidate", "--centrality", "gds", "--store", store)
    assert outcome.code == 1
    assert "cannot rank in a server" in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
