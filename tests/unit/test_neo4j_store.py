"""What the Neo4j store does where the server refuses, with a driver that only pretends."""

from collections.abc import Sequence
from typing import Any, cast

import neo4j
import pytest
from neo4j.exceptions import ClientError, Neo4jError

from taeg.base.errors import TaegError
from taeg.store.engine import Row
from taeg.store.neo4j import driver as module
from taeg.store.neo4j.driver import ENTITY_NOT_FOUND, TRIES, Neo4jStore


class Pretender:
    """A driver that fails some times and then returns one row."""

    def __init__(self, refusals: int, code: str = "", rows: Sequence[Row] = ({"n": 1},)) -> None:
        self.refusals = refusals
        self.code = code
        self.rows = iter(rows)
        self.asked = 0

    def execute_query(self, *_: object, **__: object) -> neo4j.EagerResult:
        self.asked += 1
        if self.asked <= self.refusals:
            raise Neo4jError._hydrate_neo4j(code=self.code, message="Unable to load NODE 4:x:201.")
        row = next(self.rows)
        return neo4j.EagerResult([neo4j.Record(row)], cast(Any, None), list(row))


def store(driver: Pretender) -> Neo4jStore:
    return Neo4jStore(cast(neo4j.Driver, driver), "neo4j", "bolt://there")


TORN = {"ord": [0, 1], "id": ["e1"]}
"""Columns of two nodes of which another client deleted one while they were read."""


def test_statements_disturbed_by_a_concurrent_deletion_are_repeated() -> None:
    """Nodes vanish, or columns have different lengths."""
    driver = Pretender(TRIES - 1, ENTITY_NOT_FOUND)
    assert store(driver).read("neo4j/ping") == [{"n": 1}]
    assert driver.asked == TRIES
    driver = Pretender(0, rows=[TORN, TORN, {"ord": [0], "id": ["e1"]}])
    assert store(driver).columns("read/event_ids") == {"ord": [0], "id": ["e1"]}
    with pytest.raises(TaegError, match=r"another process is changing .* run the command again"):
        store(Pretender(TRIES, ENTITY_NOT_FOUND)).write("neo4j/ping")
    with pytest.raises(TaegError, match=r"another process is changing .* run the command again"):
        store(Pretender(0, rows=[TORN] * TRIES)).columns("read/event_ids")


def test_other_refusals_are_reported_at_once() -> None:
    driver = Pretender(1, "Neo.ClientError.Statement.SyntaxError")
    with pytest.raises(TaegError, match="refused a statement") as refused:
        store(driver).read("neo4j/ping")
    assert isinstance(refused.value.__cause__, ClientError)
    assert driver.asked == 1


@pytest.mark.parametrize(
    ("most", "characters", "sizes"), [(4, 10**6, [4, 4, 2]), (4, 25, [2, 2, 2, 2, 2]), (10, 1, [1] * 10)]
)
def test_rows_are_sent_in_order_and_in_bounds(
    monkeypatch: pytest.MonkeyPatch, most: int, characters: int, sizes: list[int]
) -> None:
    monkeypatch.setattr(module, "BATCH", most)
    monkeypatch.setattr(module, "BATCH_CHARACTERS", characters)
    sent: list[list[dict[str, object]]] = []
    monkeypatch.setattr(Neo4jStore, "write", lambda _, __, rows: sent.append(rows))
    columns = {"key": [f"{n}" for n in range(10)], "text": ["ten signs."] * 10, "ord": list(range(10))}
    store(Pretender(0)).load("tells", columns)
    assert list(map(len, sent)) == sizes
    assert [row for rows in sent for row in rows] == [
        {"key": f"{n}", "text": "ten signs.", "ord": n} for n in range(10)
    ]


def test_errors_between_batches_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    driver = Pretender(10**6, "Neo.ClientError.Statement.SyntaxError")
    with pytest.raises(TaegError):
        store(driver).load("tells", {"key": list("abcdef")})
    assert driver.asked == 1
