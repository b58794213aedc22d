"""The engines that the same cases run on: LadybugDB and Neo4j."""

from pathlib import Path

import pytest

from tests.conftest import Taeg
from tests.integration.command_line import CommandLine


@pytest.fixture(params=["ladybug", "neo4j"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty graph on each engine in turn."""
    if request.param == "ladybug":
        return str(tmp_path / "graph.db")
    return str(request.getfixturevalue("neo4j_address"))


@pytest.fixture
def cli(taeg_command: Taeg, address: str) -> CommandLine:
    """The command line on a graph of each engine."""
    return CommandLine(taeg_command, address)


@pytest.fixture
def embedded(taeg_command: Taeg, tmp_path: Path) -> CommandLine:
    """The command line on an embedded graph, where the engine does not matter."""
    return CommandLine(taeg_command, str(tmp_path / "embedded.db"))


@pytest.fixture
def case(taeg_command: Taeg, tmp_path: Path) -> Path:
    """A starter corpus, as `taeg init` writes it."""
    assert taeg_command("init", tmp_path / "case").code == 0
    return tmp_path / "case"
