"""A client killed at each statement of a migration from schema 3, beside the graph of another program."""

import os
import signal
from collections.abc import Iterator

import pytest

import cypher
from taeg.store.neo4j.driver import Neo4jStore
from tests import older
from tests.faults.clients import command
from tests.faults.subject import NIGHT, Subject, Tables
from tests.foreign import Foreign

COMMANDS = (("consolidate", "--strategy", "taeg"), ("consolidate", "--strategy", "longest"))
STATEMENTS = sum(
    len(cypher.query(f"neo4j/{name}").statements)
    for name in ("schema", "own_nodes", "migrate_4", "migrate_5", "migrate_6")
)
FEW = (23,)
"""In labelling nodes."""


@pytest.fixture
def foreign_of_schema_3(served: Subject) -> Iterator[Foreign]:
    """The graph of the other program as it can be beside one of schema 3."""
    assert served.foreign is not None
    served.foreign.remove()
    served.foreign.create(old=True)
    yield served.foreign
    served.empty()  # nodes with the labels that have constraints again
    served.foreign.remove()
    served.foreign.create()


@pytest.mark.parametrize(
    "places",
    [FEW, pytest.param(range(STATEMENTS), marks=pytest.mark.faults)],
    ids=["one statement", "each statement"],
)
def test_killed_in_a_migration(
    served: Subject, foreign_of_schema_3: Foreign, tables: Tables, places: range | tuple[int, ...]
) -> None:
    foreign = foreign_of_schema_3
    consolidate, other = ((*words, "--corpus", NIGHT) for words in COMMANDS)
    served.prepare(("ingest", tables.old, "--id", NIGHT), consolidate, other)
    expected, census = served.state(), served.count().census
    for place in places:
        older.downgrade(foreign.driver, foreign.database)
        words = [str(place), *map(str, other), "--store", served.clients.store]
        assert served.clients.launch(die_at_a_statement, words).end().code == -signal.SIGKILL, place
        served.clients.must(*other)
        assert (served.state(), served.count().census) == (expected, census), place
        assert older.remains(foreign.driver, foreign.database) == []
        assert foreign.unchanged, place


def die_at_a_statement(words: list[str]) -> None:
    """Run a command that is killed before one of the statements of its migration."""
    place, *rest = words
    count = 0
    apply = Neo4jStore._apply

    def fatal(store: Neo4jStore, text: str) -> None:
        nonlocal count
        if count == int(place):
            os.kill(os.getpid(), signal.SIGKILL)
        count += 1
        apply(store, text)

    Neo4jStore._apply = fatal  # type: ignore[method-assign]  # in this process alone
    command(rest)
