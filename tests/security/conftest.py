"""A local Neo4j of these tests' own: they look at its process, its files and its ports, not only at its answers."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from taeg import TaegError
from taeg.store.neo4j import local_server as localserver
from tests.security.hostile import ROWS
from tests.security.watching import Seen, watched


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[localserver.Server, Seen]]:
    """A server in a home of its own, made under a umask that forbids nothing, and all that was seen meanwhile."""
    reason = localserver.unavailable_reason()
    home = tmp_path_factory.mktemp("security") / "home" / "neo4j"
    before = os.umask(0)
    try:
        with watched() as seen:
            server = None if reason else localserver.start(home)
    except TaegError as error:
        server, reason = None, str(error)
    finally:
        os.umask(before)
    if server is None:
        if os.environ.get("TAEG_REQUIRE_NEO4J") == "1" or os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    try:
        yield server, seen
    finally:
        localserver.stop(home)


@pytest.fixture(scope="session")
def neo4j_server(first_start: tuple[localserver.Server, Seen]) -> localserver.Server:
    """That server."""
    return first_start[0]


@pytest.fixture(params=["ladybug", "neo4j"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty graph on each engine in turn."""
    if request.param == "ladybug":
        return str(tmp_path / "graph.db")
    server = request.getfixturevalue("neo4j_server")
    monkeypatch.setenv("NEO4J_URI", server.bolt_uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    monkeypatch.delenv("NEO4J_DATABASE", raising=False)
    return "neo4j"


@pytest.fixture
def hostile_corpus(tmp_path: Path) -> Path:
    """A table whose every field wants to be something else."""
    path = tmp_path / "hostile.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path
