"""The engines the same cases run on: LadybugDB always, Neo4j from wherever one can be had.

Neo4j comes from `NEO4J_URI`, else from a container where Docker answers, else from the local server. Where none is
possible the cases are skipped with the reason, except in CI (`TAEG_REQUIRE_NEO4J=1` or `CI=true`), where they fail.
"""

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from taeg import TaegError, localserver
from taeg.graph import Graph
from taeg.store.neo4j import Neo4jStore

IMAGE = "neo4j:5.26-community"
TEST_PASSWORD = "only-for-tests"

# a test run that is told to stop ends its servers, as one that comes to its end does
signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))


@dataclass(frozen=True)
class Login:
    """How to reach the Neo4j of this test session."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"


@pytest.fixture(scope="session")
def neo4j_login(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Login]:
    """A Neo4j of the tests' own."""
    if uri := os.environ.get("NEO4J_URI"):
        login = Login(
            uri,
            os.environ.get("NEO4J_USERNAME", "neo4j"),
            os.environ.get("NEO4J_PASSWORD", ""),
            os.environ.get("NEO4J_DATABASE", "neo4j"),
        )
        with Graph.open("neo4j") as graph:
            if held := [entry.id for entry in graph.corpora()]:
                pytest.fail(f"tests want a Neo4j without corpora of its own; the one in NEO4J_URI holds {held}")
        yield login
    elif _docker_answers():
        from testcontainers.neo4j import Neo4jContainer

        container = Neo4jContainer(IMAGE, password=TEST_PASSWORD).with_env("NEO4J_PLUGINS", '["graph-data-science"]')
        with container:
            yield Login(container.get_connection_url(), "neo4j", TEST_PASSWORD)
    elif reason := localserver.unavailable_reason():
        _missing(f"no NEO4J_URI, no Docker that answers, and no local server: {reason}")
    else:
        home = tmp_path_factory.mktemp("neo4j") / "home"
        try:
            server = localserver.start(home, gds=True)
        except TaegError as error:
            _missing(f"no NEO4J_URI, no Docker that answers, and the local server did not start: {error}")
        try:
            yield Login(server.bolt_uri, server.username, server.password)
        finally:
            localserver.stop(home)


@pytest.fixture
def neo4j_address(neo4j_login: Login, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The session's Neo4j, named by the environment, without any corpus before and after."""
    monkeypatch.setenv("NEO4J_URI", neo4j_login.uri)
    monkeypatch.setenv("NEO4J_USERNAME", neo4j_login.username)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_login.password)
    monkeypatch.setenv("NEO4J_DATABASE", neo4j_login.database)
    _empty(neo4j_login)
    yield "neo4j"
    _empty(neo4j_login)


@pytest.fixture(params=["ladybug", "neo4j"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty graph on each engine in turn."""
    if request.param == "neo4j":
        return str(request.getfixturevalue("neo4j_address"))
    return str(tmp_path / "graph.db")


def _empty(login: Login) -> None:
    """Not by the environment, which a test may have changed."""
    store = Neo4jStore.connect(login.uri, login.username, login.password, login.database)
    with Graph.over(store) as graph:
        for entry in graph.corpora():
            graph.delete(entry.id)


def _docker_answers() -> bool:
    try:
        import docker

        return bool(docker.from_env(timeout=5).ping())
    except Exception:  # whatever is wrong with Docker, another way is tried
        return False


def _missing(reason: str) -> None:
    if os.environ.get("TAEG_REQUIRE_NEO4J") == "1" or os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
