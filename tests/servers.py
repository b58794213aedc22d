"""The Neo4j servers of a test run: a shared one, and one that tests may stop, kill and inspect.

The shared one is the server in `NEO4J_URI`, else a container where Docker answers, else a local server of the release
line in `TAEG_NEO4J_LINE` (5.26 by default). Where no server is possible, tests are skipped with the reason; with
`TAEG_REQUIRE_NEO4J=1` or `CI=true` they fail, except that a machine without Java 21 skips the newest line.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import pytest

from taeg import TaegError
from taeg.graph.graph import Graph
from taeg.store.neo4j import local_server
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.lines import DEFAULT, LINES, Line
from taeg.store.neo4j.local_server import configuration

LINE = LINES[os.environ.get("TAEG_NEO4J_LINE") or DEFAULT.name]
IMAGES = {"5": "neo4j:5.26-community", "2026": f"neo4j:{LINES['2026'].neo4j}-community"}
_CONF = configuration.conf
TEST_PASSWORD = "only-for-tests"
REPLAN_INTERVAL = "1d"
"""Neo4j plans statements anew, which is slow, if numbers of nodes have changed; each test changes them."""


@dataclass(frozen=True)
class Login:
    """How to reach a Neo4j."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"

    def connect(self) -> Graph:
        """Open its graph, whatever the environment says."""
        return Graph.over(Neo4jStore.connect(self.uri, self.username, self.password, self.database))

    def set_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make this the server that `--store neo4j` names."""
        for name in ("uri", "username", "password", "database"):
            monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(self, name))


@contextmanager
def shared_server(folder: Path) -> Iterator[Login]:
    """Connect to the server in `NEO4J_URI`, or run one."""
    if uri := os.environ.get("NEO4J_URI"):
        named = (os.environ.get(f"NEO4J_{name}") for name in ("USERNAME", "PASSWORD", "DATABASE"))
        username, password, database = named
        login = Login(uri, username or "neo4j", password or "", database or "neo4j")
        with login.connect() as graph:
            if found := [entry.id for entry in graph.corpora()]:
                pytest.fail(f"the tests need a Neo4j without corpora; the one in NEO4J_URI holds {found}")
        yield login
    elif _docker_answers():
        from testcontainers.neo4j import Neo4jContainer

        container = Neo4jContainer(IMAGES[LINE.name], password=TEST_PASSWORD)
        container.with_env("NEO4J_PLUGINS", '["graph-data-science"]')
        container.with_env("NEO4J_dbms_cypher_min__replan__interval", REPLAN_INTERVAL)
        with container as made:
            yield Login(made.get_connection_url(), "neo4j", TEST_PASSWORD)
    else:
        require_line(LINE)
        with running(folder / "shared", line=LINE.name, gds=True) as server:
            yield login_of(server)


@contextmanager
def running(home: Path, line: str | None = None, *, gds: bool = False) -> Iterator[local_server.Server]:
    """Run a local server in a home of its own."""
    try:
        # random ports: the default ones may be taken by another server while this one is stopped
        with patch.multiple(configuration, BOLT_PORT=0, HTTP_PORT=0, conf=_conf):
            server = local_server.start(home, line=line, gds=gds)
    except TaegError as error:
        unavailable(f"the local server did not start: {error}")
    try:
        yield server
    finally:
        local_server.stop(home)


def _conf(line: Line, bolt_port: int, http_port: int, *, gds: bool) -> str:
    return f"{_CONF(line, bolt_port, http_port, gds=gds)}dbms.cypher.min_replan_interval={REPLAN_INTERVAL}\n"


def login_of(server: local_server.Server) -> Login:
    return Login(server.bolt_uri, server.username, server.password)


def empty(graph: Graph) -> None:
    """Delete all corpora."""
    for entry in graph.corpora():
        graph.delete(entry.id)


def require_line(line: Line) -> None:
    """Skip or fail where no local server of a release line can run."""
    if reason := local_server.unavailable_reason(line.name):
        if line.java_missing in reason and not local_server.unavailable_reason():
            pytest.skip(f"Neo4j {line.neo4j}: {reason}")
        unavailable(f"no NEO4J_URI, no Docker that answers, and no local server: {reason}")


def unavailable(reason: str) -> NoReturn:
    """Skip for lack of a Neo4j, or fail where one is required."""
    if os.environ.get("TAEG_REQUIRE_NEO4J") == "1" or os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _docker_answers() -> bool:
    try:
        import docker
    except ImportError:
        return False
    try:
        return bool(docker.from_env(timeout=5).ping())
    except (docker.errors.DockerException, OSError):
        return False
