"""The client killed with SIGKILL at random moments of each thing it does, on each engine."""

import pytest

from tests.faults import kills
from tests.faults.ground import Ground, Tables

KILLS = {"replace": 3, "add": 2, "remove": 2, "consolidate": 2, "correct": 1, "delete": 1}


@pytest.mark.parametrize("operation", KILLS)
def test_a_killed_client_leaves_the_old_or_the_new(ground: Ground, tables: Tables, operation: str) -> None:
    tally = kills.series(ground, tables, operation, KILLS[operation], seed=1)
    print(f"\n{kills.HEAD}\n{tally.row()}")
    assert not tally.wrong
    assert tally.kills == KILLS[operation]
