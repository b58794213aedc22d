"""Fixtures for all tests: the published data, the command line in this process, and the two Neo4j servers of a run.

A run has one Neo4j that tests share, each beginning with no corpora in it, and one that tests may stop and kill.
pytest-xdist runs the tests of each server on one worker (`--dist loadgroup`), so they never meet.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from taeg.cli import main
from taeg.cli.common import use_pseudonyms
from taeg.graph.graph import Graph
from taeg.store.neo4j import local_server
from taeg.store.neo4j.lines import DEFAULT
from taeg.store.neo4j.local_server import Server, homedir
from tests import servers
from tests.security.watching import Seen, watched
from tests.servers import Login

# the servers of tests live for a few minutes, too short for the JVM's optimising compiler to pay off
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")

# sentence vectors take most of the time of a consolidation; tests of vectors ask for them
os.environ.setdefault("TAEG_MODEL", "none")

# graphs are synced to disk at every commit; in memory that takes no time
MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# a run that is terminated stops its servers and unmounts its file systems, as one that ends does
signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))

ROOT = Path(__file__).resolve().parent.parent
SHARED_GOSPEL = ROOT.parent / "shared" / "gospel"
SHARED, OWN = "shared server", "own server"
SCHEMA_CHANGES = ("test_foreign", "test_migration")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Group tests for pytest-xdist by server, else by file."""
    item.add_marker(pytest.mark.xdist_group(_group(item)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the groups of the servers, which are the longest, and end with the shortest tests.

    Tests that change the schema of the shared server come last there, because it forgets its plans of all statements.
    """
    order = {OWN: 0, SHARED: 1}

    def place(item: pytest.Item) -> tuple[int, bool]:
        return order.get(_group(item), 3 if "unit" in item.path.parts else 2), item.path.stem in SCHEMA_CHANGES

    items.sort(key=place)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten the ids of long texts, which are sent to the workers."""
    return f"{val[:20]!r}, {len(val)} long" if isinstance(val, str | bytes) and len(val) > 200 else None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the servers of workers that were terminated."""
    if not hasattr(session.config, "workerinput"):
        base = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        for lock in base.rglob(homedir.LOCK):
            local_server.stop(lock.parent)


def _group(item: pytest.Item) -> str:
    fixtures: set[str] = set(getattr(item, "fixturenames", ()))
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "own_home" in fixtures or parameters.get("subject") == "neo4j":
        return OWN
    if "neo4j_login" in fixtures or "neo4j" in (parameters.get("address"), parameters.get("store")):
        return SHARED
    return str(item.path.relative_to(ROOT))


@pytest.fixture(scope="session")
def neo4j_login(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Login]:
    """The Neo4j that tests share."""
    with servers.shared_server(tmp_path_factory.mktemp("neo4j")) as login:
        yield login


@pytest.fixture(scope="session")
def _neo4j_graph(neo4j_login: Login) -> Iterator[Graph]:
    with neo4j_login.connect() as graph:
        yield graph
        servers.empty(graph)


@pytest.fixture
def neo4j_address(neo4j_login: Login, _neo4j_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> str:
    """That server without any corpus, named by the environment."""
    neo4j_login.set_environment(monkeypatch)
    servers.empty(_neo4j_graph)
    return "neo4j"


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Seen]]:
    """A local server, and what other users could see of all processes during its first start.

    Its home has a space and an accent in its name and was made under a umask that permits everything.
    """
    servers.require_line(DEFAULT)
    before = os.umask(0)
    try:
        with watched() as seen:
            running = servers.running(tmp_path_factory.mktemp("own") / "Véra's Neo4j")
            server = running.__enter__()
    finally:
        os.umask(before)
    yield server, seen
    running.__exit__(None, None, None)


@pytest.fixture(scope="session")
def own_home(first_start: tuple[Server, Seen]) -> Path:
    """The home of a local server that tests may stop and kill; `local_server.start(own_home)` returns it running."""
    return first_start[0].home


@pytest.fixture(scope="session")
def shared_gospel() -> Path:
    """The public repository's data folder; its text is copyrighted and is not part of this project."""
    if not SHARED_GOSPEL.is_dir():
        reason = "the published gospel data (../shared/gospel) is missing"
        if os.environ.get("TAEG_REQUIRE_SHARED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED_GOSPEL


@dataclass(frozen=True)
class Outcome:
    """The result of a command."""

    code: int
    out: str
    err: str


Taeg = Callable[..., Outcome]


@pytest.fixture
def taeg_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Taeg:
    """Run `taeg ARGS` in this process, as the console script does."""

    def run(*args: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["taeg", *map(str, args)])
        capfd.readouterr()
        try:
            with pytest.raises(SystemExit) as stop:
                main()
        finally:
            use_pseudonyms(None)  # they apply to the whole process
        out, err = capfd.readouterr()
        return Outcome(int(stop.value.code or 0), out, err)

    return run
