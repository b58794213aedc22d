"""A Neo4j of its own for the tests of faults, which kill it; the graphs they are tried on.

Skipped with the reason where no local server can be started, or failed where `TAEG_REQUIRE_FAULTS=1`.
"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from taeg import TaegError
from taeg.store.neo4j import local_server as localserver
from tests.faults import ground as grounds
from tests.faults.ground import Ground, Tables

# a test run that is told to stop ends its servers and takes its small disks away, as one that comes to its end does
signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))


def required(reason: str) -> None:
    """Fail where faults must be tried, skip elsewhere."""
    if os.environ.get("TAEG_REQUIRE_FAULTS") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def server_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the server of these tests lives; it runs when a test begins."""
    if reason := localserver.unavailable_reason():
        required(f"no local server: {reason}")
    home = tmp_path_factory.mktemp("faults") / "neo4j"
    try:
        localserver.start(home)
    except TaegError as error:
        required(f"the local server did not start: {error}")
    yield home
    localserver.stop(home)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The corpora as files."""
    return grounds.tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def embedded(tmp_path: Path, tables: Tables) -> Ground:
    """An embedded graph."""
    return grounds.in_file(tmp_path / "graph.db", tables.old.parent)


@pytest.fixture
def served(server_home: Path, tmp_path: Path) -> Iterator[Ground]:
    """The graph of a server that is there."""
    made = grounds.on_server(localserver.start(server_home), tmp_path)
    made.empty()
    yield made
    localserver.start(server_home)
    made.empty()


@pytest.fixture(params=["ladybug", "neo4j"])
def ground(request: pytest.FixtureRequest) -> Ground:
    """A graph on each engine in turn."""
    found = request.getfixturevalue("embedded" if request.param == "ladybug" else "served")
    assert isinstance(found, Ground)
    return found
