"""The Neo4j server killed under a client and started again."""

from pathlib import Path

from tests.faults import kills
from tests.faults.ground import Ground, Tables
from tests.faults.serverkills import kill_server, moments

KILLS = 1
"""In CI; `python -m bench.faults` kills more often."""


def test_a_server_killed_in_an_ingest(served: Ground, tables: Tables, server_home: Path) -> None:
    expected = kills.undisturbed(served, tables, "replace")
    ends = [kill_server(served, expected, server_home, moment) for moment in moments(KILLS)]
    assert set(ends) <= {"done", "old", "new"}, ends
