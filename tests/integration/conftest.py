"""The engines the same cases run on: LadybugDB always, Neo4j from wherever one can be had.

Neo4j comes from `NEO4J_URI`, else from a container where Docker answers, else from the local server, of the line that
`TAEG_NEO4J_LINE` names (5.26 if none). The modules in `ON_BOTH_LINES` run on the newest line as well. Where no Neo4j is
possible the cases are skipped with the reason, except in CI (`TAEG_REQUIRE_NEO4J=1` or `CI=true`), where they fail; a
machine without a Java for the newest line is excused from that line alone.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from taeg import TaegError
from taeg.graph.graph import Graph
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.local_server.lines import DEFAULT, LINES, NEWEST, Line
from tests.conftest import Taeg
from tests.integration.desk import Desk

IMAGES = {"5": "neo4j:5.26-community", "2026": f"neo4j:{LINES['2026'].neo4j}-community"}
TEST_PASSWORD = "only-for-tests"

LINE = LINES[os.environ.get("TAEG_NEO4J_LINE") or DEFAULT.name]
ON_BOTH_LINES = ("test_graph", "test_server_lines")
"""What is stored, read back, replaced and swept; `make test-lines` runs everything on the newest."""
ON_NEWEST = f"neo4j-{NEWEST.name}"

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
    else:
        with _server_of(LINE, tmp_path_factory) as login:
            yield login


@pytest.fixture(scope="session")
def newest_login(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Login]:
    """A Neo4j of the newest line, beside the other one."""
    if LINE is NEWEST and not os.environ.get("NEO4J_URI"):
        yield request.getfixturevalue("neo4j_login")
        return
    with _server_of(NEWEST, tmp_path_factory) as login:
        yield login


@pytest.fixture
def neo4j_address(neo4j_login: Login, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The session's Neo4j, named by the environment, without any corpus before and after."""
    with _named(neo4j_login, monkeypatch) as address:
        yield address


@pytest.fixture
def newest_address(newest_login: Login, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The same for the newest line."""
    with _named(newest_login, monkeypatch) as address:
        yield address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the newest line to the modules that run on both."""
    both = LINE is not NEWEST and not os.environ.get("NEO4J_URI")
    items[:] = [item for item in items if not _on_newest(item) or (both and item.path.stem in ON_BOTH_LINES)]


def _on_newest(item: pytest.Item) -> bool:
    return hasattr(item, "callspec") and item.callspec.params.get("address") == ON_NEWEST


@pytest.fixture(params=["ladybug", "neo4j", ON_NEWEST])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty graph on each engine in turn."""
    if request.param == "ladybug":
        return str(tmp_path / "graph.db")
    return str(request.getfixturevalue("newest_address" if request.param == ON_NEWEST else "neo4j_address"))


@pytest.fixture
def desk(taeg_command: Taeg, address: str) -> Desk:
    """A desk on each engine."""
    return Desk(taeg_command, address)


@pytest.fixture
def embedded(taeg_command: Taeg, tmp_path: Path) -> Desk:
    """A desk where the engine is of no matter."""
    return Desk(taeg_command, str(tmp_path / "embedded.db"))


@pytest.fixture
def case(taeg_command: Taeg, tmp_path: Path) -> Path:
    """What `taeg init` writes."""
    assert taeg_command("init", tmp_path / "case").code == 0
    return tmp_path / "case"


@contextmanager
def _server_of(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Login]:
    if _docker_answers():
        from testcontainers.neo4j import Neo4jContainer

        image = IMAGES[line.name]
        with Neo4jContainer(image, password=TEST_PASSWORD).with_env("NEO4J_PLUGINS", '["graph-data-science"]') as made:
            yield Login(made.get_connection_url(), "neo4j", TEST_PASSWORD)
            return
    need_line(line)
    home = tmp_path_factory.mktemp("neo4j") / "home"
    try:
        server = localserver.start(home, line=line.name, gds=True)
    except TaegError as error:
        missing(f"no NEO4J_URI, no Docker that answers, and the local server did not start: {error}")
    try:
        yield Login(server.bolt_uri, server.username, server.password)
    finally:
        localserver.stop(home)


@contextmanager
def _named(login: Login, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NEO4J_URI", login.uri)
    monkeypatch.setenv("NEO4J_USERNAME", login.username)
    monkeypatch.setenv("NEO4J_PASSWORD", login.password)
    monkeypatch.setenv("NEO4J_DATABASE", login.database)
    _empty(login)
    yield "neo4j"
    _empty(login)


def _empty(login: Login) -> None:
    """Not by the environment, which a test may have changed."""
    store = Neo4jStore.connect(login.uri, login.username, login.password, login.database)
    with Graph.over(store) as graph:
        for entry in graph.corpora():
            graph.delete(entry.id)


def _docker_answers() -> bool:
    try:
        import docker
    except ImportError:
        return False
    try:
        return bool(docker.from_env(timeout=5).ping())
    except (docker.errors.DockerException, OSError):  # nobody there, nobody who answers us, or not in time
        return False


def need_line(line: Line) -> None:
    """Skip, or fail in CI, where no local server of a line can be started."""
    if reason := localserver.unavailable_reason(line.name):
        if line.java_missing in reason and localserver.unavailable_reason() == "":
            pytest.skip(f"Neo4j {line.neo4j}: {reason}")
        missing(f"no NEO4J_URI, no Docker that answers, and no local server: {reason}")


def missing(reason: str) -> NoReturn:
    """Skip for want of a Neo4j; in CI that is a failure."""
    if os.environ.get("TAEG_REQUIRE_NEO4J") == "1" or os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
