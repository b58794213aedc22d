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
from tests.faults.subject import Subject, Tables

KILLS = {"replace": 2, "consolidate": 1, "delete": 1, "add": 2, "remove": 2, "correct": 1, "score": 2, "conflicts": 2}
SHORT = ("replace", "conflicts")
OPERATIONS = [name if name in SHORT else pytest.param(name, marks=pytest.mark.faults) for name in KILLS]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_killed_client_leaves_the_old_or_the_new(subject: Subject, tables: Tables, operation: str) -> None:
    tally = kills.series(subject, tables, operation, KILLS[operation], seed=1)
    assert not tally.wrong
    assert tally.kills == KILLS[operation]


@pytest.mark.parametrize("operation", ["remove", pytest.param("correct", marks=pytest.mark.faults)])
def test_killed_between_switch_and_sweep(subject: Subject, tables: Tables, operation: str) -> None:
    """An operation that cannot be repeated is refused the second time; the leftovers are swept all the same."""
    expected = kills.undisturbed(subject, tables, operation)
    subject.prepare(*expected.base)
    words = [*map(str, expected.words), "--store", subject.clients.store]
    assert subject.clients.launch(die_after_the_switch, words).end().code == -signal.SIGKILL
    assert subject.state() == expected.new
    assert subject.count().census.foreign > 0
    again = subject.clients.run(*expected.words)
    assert again.code == 2
    assert again.clear, again.err
    assert subject.count().census == expected.census


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
