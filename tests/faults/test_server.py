"""The Neo4j server killed during an ingest and restarted."""

from pathlib import Path

import pytest

from tests.faults import kills
from tests.faults.serverkills import kill_server, moments
from tests.faults.subject import Subject, Tables


@pytest.mark.parametrize(
    "under_it",
    [
        pytest.param(False, id="restarted after the client ended", marks=pytest.mark.faults),
        pytest.param(True, id="restarted while the client retries"),
    ],
)
def test_a_server_killed_in_an_ingest(served: Subject, tables: Tables, own_home: Path, under_it: bool) -> None:
    expected = kills.undisturbed(served, tables, "replace")
    ended = kill_server(served, expected, own_home, moments(1, seed=under_it)[0], under_it=under_it)
    print(ended)
    assert ended in {"done", "old", "new"}
    assert under_it or ended != "done", "a client cannot succeed without a server"
