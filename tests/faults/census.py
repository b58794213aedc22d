"""Counts of nodes and relationships in a graph by kind, and of nodes that belong to no current generation.

With statements of its own, so that a fault in the system's statements cannot hide one in its graph.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ladybug
import neo4j

POINTERS = "MATCH (c:Corpus) RETURN c.key, c.generation, c.claim"
NODES = {
    "Source": "MATCH (n:Source) RETURN n.corpus, n.generation, count(*)",
    "Event": "MATCH (n:Event) RETURN n.corpus, n.generation, count(*)",
    "Version": "MATCH (n:Version) RETURN n.corpus, n.generation, count(*)",
    "Run": "MATCH (n:Run) WHERE n.complete RETURN n.corpus, n.generation, count(*)",
}
TIES = {
    "PART_OF": "MATCH ()-[r:PART_OF]->() RETURN count(*)",
    "BEGINS_WITH": "MATCH ()-[r:BEGINS_WITH]->() RETURN count(*)",
    "NEXT": "MATCH ()-[r:NEXT]->() RETURN count(*)",
    "TELLS": "MATCH ()-[r:TELLS]->() RETURN count(*)",
    "TOLD_BY": "MATCH ()-[r:TOLD_BY]->() RETURN count(*)",
    "BEFORE": "MATCH ()-[r:BEFORE]->() RETURN count(*)",
    "SAME_EVENT": "MATCH ()-[r:SAME_EVENT]->() RETURN count(*)",
    "SELECTED": "MATCH (n:Run)-[r:SELECTED]->() WHERE n.complete RETURN count(*)",
}
UNFINISHED = "MATCH (n:Run) WHERE NOT n.complete RETURN count(*)"

Login = tuple[str, str, str]
"""Address, user, password."""


@dataclass(frozen=True)
class Census:
    """Counts; two graphs with the same corpora and runs have the same, whatever was done to them before."""

    nodes: Counter[tuple[str, str]]
    """By corpus and kind; of runs those that are complete."""
    ties: Counter[str]
    foreign: int
    """Nodes of generations that are not the current one of their corpus."""
    claimed: int
    """Corpora that a client has begun to change and has not ended."""


@dataclass(frozen=True)
class Counted:
    """A census, and how many runs are there that were never completed."""

    census: Census
    unfinished: int


def take(path: str, login: Login | None) -> Counted:
    """Count the content of a graph file or of a server."""
    if login is None:
        with ladybug.Database(path, read_only=True) as database, ladybug.Connection(database) as connection:
            return _count(lambda text: _rows(connection, text))
    with neo4j.GraphDatabase.driver(login[0], auth=login[1:], notifications_min_severity="OFF") as driver:
        return _count(lambda text: [list(r.values()) for r in driver.execute_query(text, database_="neo4j").records])


def _rows(connection: ladybug.Connection, text: str) -> list[list[Any]]:
    result = connection.execute(text)
    assert not isinstance(result, list)
    rows = [list(row) for row in result.get_all()]
    result.close()
    return rows


def _count(ask: Callable[[str], list[list[Any]]]) -> Counted:
    pointers = ask(POINTERS)
    current = {key: generation for key, generation, _ in pointers if generation}
    nodes: Counter[tuple[str, str]] = Counter()
    foreign = sum(1 for _, generation, claim in pointers if not generation and not claim)
    for kind, text in NODES.items():
        for corpus, generation, count in ask(text):
            if current.get(corpus) == generation:
                nodes[corpus, kind] += count
            else:
                foreign += count
    ties = Counter({kind: int(ask(text)[0][0]) for kind, text in TIES.items()})
    return Counted(Census(nodes, ties, foreign, sum(1 for row in pointers if row[2])), int(ask(UNFINISHED)[0][0]))
