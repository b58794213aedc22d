"""Differences between release lines of Neo4j (upgrades, open ports, GDS), and repeated writes."""

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from neo4j import RoutingControl

import ingest
import taeg
from taeg import TaegError
from taeg.graph.scores import Score
from taeg.model.corpus import Correction
from taeg.store.engine import Row, Store
from taeg.store.neo4j import local_server
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.lines import DEFAULT, NEWEST
from tests import servers
from tests.integration import accounts
from tests.integration.nights import leftovers
from tests.servers import login_of


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home of a server of the older and then of the newer line."""
    servers.require_line(NEWEST)
    with servers.running(tmp_path_factory.mktemp("upgraded") / "home", line=DEFAULT.name) as server:
        yield server.home


@pytest.mark.lines
def test_a_graph_of_the_older_line_opens_in_the_newer(home: Path) -> None:
    built = ingest.build(accounts.corpus())
    before = local_server.start(home)
    assert before.version == DEFAULT.neo4j
    with login_of(before).connect() as graph:
        graph.load(built, "night")
        narrative = graph.consolidate("taeg")
    local_server.stop(home)
    after = local_server.start(home, line=NEWEST.name, gds=True)
    assert after.version == NEWEST.neo4j
    assert after.bolt_uri == before.bolt_uri
    with login_of(after).connect() as graph:
        assert graph.stats("night").digest == built.digest
        assert graph.narrative("taeg").text == narrative.text
        assert not graph.load(built, "night").changed
        graph.load(ingest.build(accounts.corpus(seed=2)), "night")
        assert leftovers(graph, "night") == 0


@pytest.mark.lines
def test_the_newer_line_listens_on_loopback_only(home: Path) -> None:
    server = local_server.start(home)
    assert server.version == NEWEST.neo4j
    found = psutil.Process(server.pid).net_connections(kind="inet")
    ports = {int(server.bolt_uri.rsplit(":", 1)[1]), int(server.browser_url.split(":")[2].split("/")[0])}
    # no datagrams either, by which servers of this line discover each other
    assert {one.laddr.port for one in found if one.status in (psutil.CONN_LISTEN, psutil.CONN_NONE)} == ports
    for one in found:
        address = ipaddress.ip_address(one.laddr.ip)
        assert (getattr(address, "ipv4_mapped", None) or address).is_loopback


@pytest.mark.lines
def test_the_older_line_refuses_a_graph_of_the_newer(home: Path) -> None:
    local_server.stop(home)
    with pytest.raises(TaegError, match=f"{DEFAULT.neo4j} cannot read it: start it without --line"):
        local_server.start(home, line=DEFAULT.name)
    assert local_server.status(home) is None


@dataclass
class Stutter:
    """Whether every write is run twice, and how many were."""

    on: bool = True
    repeated: int = 0


@pytest.fixture
def stutter(monkeypatch: pytest.MonkeyPatch) -> Stutter:
    """Run every write twice and return the second result."""
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
    """The number of nodes by label and of relationships by type."""
    assert isinstance(store, Neo4jStore)
    counts: dict[str, int] = {}
    for text in (
        "MATCH (n) RETURN labels(n)[0] AS kind, count(*) AS count",
        "MATCH ()-[r]->() RETURN type(r) AS kind, count(*) AS count",
    ):
        counts |= {row["kind"]: row["count"] for row in store._run(text, {}, RoutingControl.READ)}
    return counts


def worked(address: str) -> tuple[list[str], dict[str, int]]:
    """Run everything that writes once; return the digests on the way and the counts at the end."""
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
        graph.record_scores("taeg", [Score("rouge1", 0.5, "by hand")], 10, corpus="night")
        graph.correct(Correction("rename", "e1", title="The arrival"), corpus="night")
        graph.consolidate("taeg")
        digests.append(graph.stats("night").digest)
        graph.load(first, "gone")
        graph.consolidate("longest", corpus="gone")
        graph.delete("gone")
        assert leftovers(graph, "night") == leftovers(graph, "gone") == 0
        return digests, shape(graph.store)


def test_a_repeated_write_changes_nothing(neo4j_address: str, stutter: Stutter) -> None:
    twice = worked(neo4j_address)
    assert stutter.repeated > 50
    stutter.on = False
    with taeg.open(neo4j_address) as graph:
        graph.delete("night")
    assert twice == worked(neo4j_address)
