"""Graphs for the tests of faults; tests that a machine does not permit are skipped unless `TAEG_REQUIRE_FAULTS=1`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from taeg.store.neo4j import local_server
from tests.faults import subject as subjects
from tests.faults.subject import Subject, Tables
from tests.foreign import Foreign, beside


def required(reason: str) -> NoReturn:
    """Fail where faults must be tried, skip elsewhere."""
    if os.environ.get("TAEG_REQUIRE_FAULTS") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The corpora as files."""
    return subjects.tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def embedded(tmp_path: Path, tables: Tables) -> Subject:
    """An embedded graph."""
    return subjects.in_file(tmp_path / "graph.db", tables.old.parent)


@pytest.fixture(scope="package")
def foreign(own_home: Path) -> Iterator[Foreign]:
    """The graph of another program, made once: for each change of the schema Neo4j plans all statements anew."""
    with beside(*subjects.login_of(local_server.start(own_home)), subjects.NIGHT) as made:
        yield made
        local_server.start(own_home)


@pytest.fixture
def served(own_home: Path, foreign: Foreign, tmp_path: Path) -> Iterator[Subject]:
    """The graph of the server that tests may kill, empty before and after, beside a graph of another program."""
    made = subjects.beside_foreign(local_server.start(own_home), tmp_path, foreign)
    made.empty()
    yield made
    local_server.start(own_home)
    made.empty()
    assert foreign.unchanged


@pytest.fixture(params=["ladybug", "neo4j"])
def subject(request: pytest.FixtureRequest) -> Subject:
    """A graph on each engine in turn."""
    found = request.getfixturevalue("embedded" if request.param == "ladybug" else "served")
    assert isinstance(found, Subject)
    return found
