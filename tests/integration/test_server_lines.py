"""What differs between the lines of Neo4j, and what must not: upgrades, listening, GDS, and writes that come twice."""

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import numpy as np
import psutil
import pytest
from neo4j import RoutingControl

import ingest
import taeg
from taeg import TaegError
from taeg.build.centrality import lexrank
from taeg.graph import runs
from taeg.graph.graph import Graph
from taeg.model.corpus import Correction
from taeg.store.engine import Row, Store
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.local_server.lines import DEFAULT, NEWEST
from tests.integration import accounts
from tests.integration.conftest import Login, need_line
from tests.integration.test_graph import leftovers


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home of a server of both lines in turn."""
    need_line(NEWEST)
    home = tmp_path_factory.mktemp("upgraded") / "home"
    yield home
    localserver.stop(home)


def connected(server: localserver.Server) -> Graph:
    return Graph.over(Neo4jStore.connect(server.bolt_uri, server.username, server.password, "neo4j"))


def test_a_graph_of_the_older_line_goes_on_in_the_newer(home: Path) -> None:
    built = ingest.build(accounts.corpus())
    before = localserver.start(home)
    assert before.version == DEFAULT.neo4j
    with connected(before) as graph:
        graph.load(built, "night")
        narrative = graph.consolidate("taeg")
    localserver.stop(home)
    after = localserver.start(home, line=NEWEST.name)
    assert after.version == NEWEST.neo4j
    assert after.bolt_uri == before.bolt_uri
    with connected(after) as graph:
        assert graph.stats("night").digest == built.digest
        assert graph.narrative("taeg").text == narrative.text
        assert not graph.load(built, "night").changed
        graph.load(ingest.build(accounts.corpus(seed=2)), "night")
        assert leftovers(graph, "night") == 0


def test_the_newer_line_listens_on_loopback_only_and_tells_nobody(home: Path) -> None:
    server = localserver.status(home)
    assert server is not None
    assert server.version == NEWEST.neo4j
    found = psutil.Process(server.pid).net_connections(kind="inet")
    ports = {int(server.bolt_uri.rsplit(":", 1)[1]), int(server.browser_url.split(":")[2].split("/")[0])}
    # no datagrams either, by which servers of this line find each other
    assert {one.laddr.port for one in found if one.status in (psutil.CONN_LISTEN, psutil.CONN_NONE)} == ports
    for one in found:
        address = ipaddress.ip_address(one.laddr.ip)
        assert (getattr(address, "ipv4_mapped", None) or address).is_loopback


def test_the_older_line_is_refused_what_it_cannot_read(home: Path) -> None:
    localserver.stop(home)
    with pytest.raises(TaegError, match=f"{DEFAULT.neo4j} cannot read it: start it without --line"):
        localserver.start(home, line=DEFAULT.name)
    assert localserver.status(home) is None


def test_gds_of_the_newest_line_ranks_as_we_do(newest_address: str, newest_login: Login) -> None:
    with taeg.open(newest_address) as graph:
        ingest.load(accounts.corpus(events=60), graph)
        read = graph.read()
    ours = lexrank(len(read.corpus.versions), read.before, read.same_event, tolerance=1e-14)
    tied = {"orientation": "UNDIRECTED", "properties": "weight"}
    with neo4j.GraphDatabase.driver(newest_login.uri, auth=(newest_login.username, newest_login.password)) as driver:
        driver.execute_query(
            "CALL gds.graph.project('lines', 'Version', $ties)", ties={"BEFORE": tied, "SAME_EVENT": tied}
        )
        try:
            rows = driver.execute_query(
                "CALL gds.pageRank.stream('lines', {relationshipWeightProperty: 'weight', dampingFactor: 0.85, "
                "maxIterations: 1000, tolerance: 1e-14, scaler: 'L1Norm'}) YIELD nodeId, score "
                "RETURN gds.util.asNode(nodeId).ord AS place, score"
            ).records
        finally:
            driver.execute_query("CALL gds.graph.drop('lines') YIELD graphName")
    theirs = np.zeros(len(ours))
    for row in rows:
        theirs[row["place"]] = row["score"]
    assert np.abs(ours - theirs / theirs.sum()).max() < 1e-9


# --- writes that come twice: a commit's reply is lost, or the leader changes, and the driver tries again


@dataclass
class Stutter:
    """Whether every write is run twice, and how many were."""

    on: bool = True
    repeated: int = 0


@pytest.fixture
def stutter(monkeypatch: pytest.MonkeyPatch) -> Stutter:
    """Every write is run twice, and only what the second time brings is seen."""
    run = Neo4jStore._run
    stutter = Stutter()

    def twice(self: Neo4jStore, text: str, parameters: dict[str, Any], routing: RoutingControl) -> list[Row]:
        if stutter.on and routing is RoutingControl.WRITE:
            run(self, text, parameters, routing)
            stutter.repeated += 1
        return run(self, text, parameters, routing)

    monkeypatch.setattr(Neo4jStore, "_run", twice)
    return stutter


def shape(store: Store) -> dict[str, int]:
    """How many nodes and relationships there are of each kind."""
    assert isinstance(store, Neo4jStore)
    counts: dict[str, int] = {}
    for text in (
        "MATCH (n) RETURN labels(n)[0] AS kind, count(*) AS count",
        "MATCH ()-[r]->() RETURN type(r) AS kind, count(*) AS count",
    ):
        counts |= {row["kind"]: row["count"] for row in store._run(text, {}, RoutingControl.READ)}
    return counts


def worked(address: str) -> tuple[list[str], dict[str, int]]:
    """Everything that writes, once; the digests on the way and what is there in the end."""
    digests = []
    first, second = (ingest.build(accounts.corpus(seed=seed, reference=True)) for seed in (1, 2))
    with taeg.open(address) as graph:
        graph.load(first, "night")
        graph.consolidate("longest")
        digests.append(graph.stats("night").digest)
        graph.load(second, "night")
        graph.consolidate("taeg")
        graph.consolidate("taeg")
        digests.append(graph.stats("night").digest)
        runs.record_scores(graph.store, graph.corpus("night"), "taeg", {"rouge1": 0.5}, "by hand", [])
        graph.correct(Correction("rename", "e1", title="The arrival"), corpus="night")
        graph.consolidate("taeg")
        digests.append(graph.stats("night").digest)
        graph.load(first, "gone")
        graph.consolidate("longest", corpus="gone")
        graph.delete("gone")
        assert leftovers(graph, "night") == leftovers(graph, "gone") == 0
        return digests, shape(graph.store)


@pytest.mark.parametrize("login", ["neo4j_address", "newest_address"])
def test_a_write_that_comes_twice_changes_nothing_more(
    login: str, request: pytest.FixtureRequest, stutter: Stutter
) -> None:
    address = request.getfixturevalue(login)
    twice = worked(address)
    assert stutter.repeated > 50
    stutter.on = False
    with taeg.open(address) as graph:
        graph.delete("night")
    assert twice == worked(address)
