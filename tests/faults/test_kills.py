"""The client killed with SIGKILL at random moments of each operation, on each engine."""

import os
import signal
from collections.abc import Callable

import pytest

from taeg.store.engine import Row
from taeg.store.ladybug.driver import LadybugStore
from taeg.store.neo4j.driver import Neo4jStore
from tests.faults import kills
from tests.faults.clients import command
from tests.faults.ground import Ground, Tables

KILLS = {"replace": 3, "consolidate": 2, "delete": 1, "add": 2, "remove": 2, "correct": 1}
SHORT = ("replace", "consolidate", "delete")
OPERATIONS = [name if name in SHORT else pytest.param(name, marks=pytest.mark.faults) for name in KILLS]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_killed_client_leaves_the_old_or_the_new(ground: Ground, tables: Tables, operation: str) -> None:
    tally = kills.series(ground, tables, operation, KILLS[operation], seed=1)
    assert not tally.wrong
    assert tally.kills == KILLS[operation]


@pytest.mark.parametrize("operation", ["remove", pytest.param("correct", marks=pytest.mark.faults)])
def test_killed_between_switch_and_sweep(ground: Ground, tables: Tables, operation: str) -> None:
    """An operation that cannot be repeated is refused the second time; the leftovers are swept all the same."""
    expected = kills.undisturbed(ground, tables, operation)
    ground.prepare(*expected.base)
    words = [*map(str, expected.words), "--store", ground.clients.store]
    assert ground.clients.launch(die_after_the_switch, words).end().code == -signal.SIGKILL
    assert ground.state() == expected.new
    assert ground.count().census.foreign > 0
    again = ground.clients.run(*expected.words)
    assert again.code == 2
    assert again.clear, again.err
    assert ground.count().census == expected.census


def die_after_the_switch(words: list[str]) -> None:
    """Run a command that is killed right after it switched to the new generation."""
    for engine in (LadybugStore, Neo4jStore):
        engine.write = fatal(engine.write)  # type: ignore[method-assign]  # in this process alone
    command(words)


def fatal(write: Callable[..., list[Row]]) -> Callable[..., list[Row]]:
    def written(store: object, name: str, **parameters: object) -> list[Row]:
        rows = write(store, name, **parameters)
        if name.startswith("write/switch"):
            os.kill(os.getpid(), signal.SIGKILL)
        return rows

    return written
