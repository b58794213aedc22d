"""A local Neo4j whose process, files and ports can be inspected, and a corpus of hostile values."""

import json
from pathlib import Path

import pytest

from taeg.store.neo4j import local_server
from tests.security.hostile import ROWS


@pytest.fixture
def neo4j_server(own_home: Path) -> local_server.Server:
    return local_server.start(own_home)


@pytest.fixture(params=["ladybug", "neo4j"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty graph on each engine in turn."""
    if request.param == "ladybug":
        return str(tmp_path / "graph.db")
    return str(request.getfixturevalue("neo4j_address"))


@pytest.fixture
def hostile_corpus(tmp_path: Path) -> Path:
    """A table in which every field contains an injection."""
    path = tmp_path / "hostile.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path
