"""What the Neo4j store does where the server refuses, with a driver that only pretends."""

from typing import Any, cast

import neo4j
import pytest
from neo4j.exceptions import ClientError, Neo4jError

from taeg.errors import TaegError
from taeg.store.neo4j import GONE_UNDER_IT, TRIES, Neo4jStore


class Pretender:
    """A driver that refuses some times and then answers with one row."""

    def __init__(self, refusals: int, code: str) -> None:
        self.refusals = refusals
        self.code = code
        self.asked = 0

    def execute_query(self, *_: object, **__: object) -> neo4j.EagerResult:
        self.asked += 1
        if self.asked <= self.refusals:
            raise Neo4jError._hydrate_neo4j(code=self.code, message="Unable to load NODE 4:x:201.")
        return neo4j.EagerResult([neo4j.Record({"n": 1})], cast(Any, None), ["n"])


def store(driver: Pretender) -> Neo4jStore:
    return Neo4jStore(cast(neo4j.Driver, driver), "neo4j", "bolt://there")


def test_a_statement_whose_nodes_vanished_is_run_again() -> None:
    driver = Pretender(TRIES - 1, GONE_UNDER_IT)
    assert store(driver).read("neo4j/ping") == [{"n": 1}]
    assert driver.asked == TRIES


def test_nodes_that_always_vanish_are_somebody_elses_doing() -> None:
    driver = Pretender(TRIES, GONE_UNDER_IT)
    with pytest.raises(TaegError, match=r"another process changes .* run this again"):
        store(driver).write("neo4j/ping")
    assert driver.asked == TRIES


def test_other_refusals_are_told_at_once() -> None:
    driver = Pretender(1, "Neo.ClientError.Statement.SyntaxError")
    with pytest.raises(TaegError, match="refused a statement") as told:
        store(driver).read("neo4j/ping")
    assert isinstance(told.value.__cause__, ClientError)
    assert driver.asked == 1
