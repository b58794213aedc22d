"""The Neo4j server killed under a client and started again."""

from pathlib import Path

import pytest

from tests.faults import kills
from tests.faults.ground import Ground, Tables
from tests.faults.serverkills import kill_server, moments


@pytest.mark.parametrize("under_it", [False, True], ids=["when the client has ended", "while the client tries"])
def test_a_server_killed_in_an_ingest(served: Ground, tables: Tables, own_home: Path, under_it: bool) -> None:
    expected = kills.undisturbed(served, tables, "replace")
    ended = kill_server(served, expected, own_home, moments(1, seed=under_it)[0], under_it=under_it)
    print(ended)
    assert ended in {"done", "old", "new"}
    assert under_it or ended != "done", "nobody can end well without a server"
