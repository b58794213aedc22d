"""Counts of nodes and relationships in a graph by kind, and of nodes that belong to no current generation.

With statements of its own, so that a fault in the system's statements cannot hide one in its graph.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ladybug
import neo4j

POINTERS = "MATCH (c:{0}Corpus) RETURN c.key, c.generation, c.claim"
NODES = {
    "Source": "MATCH (n:{0}Source) RETURN n.corpus, n.generation, count(*)",
    "Event": "MATCH (n:{0}Event) RETURN n.corpus, n.generation, count(*)",
    "Version": "MATCH (n:{0}Version) RETURN n.corpus, n.generation, count(*)",
    "Run": "MATCH (n:{0}Run) WHERE n.complete RETURN n.corpus, n.generation, count(*)",
    "Findings": "MATCH (n:{0}Findings) WHERE n.complete RETURN n.corpus, n.generation, count(*)",
}
TIES = {
    "PART_OF": "MATCH (:{0}Source)-[r:PART_OF]->(:{0}Corpus) RETURN count(*)",
    "BEGINS_WITH": "MATCH (:{0}Corpus)-[r:BEGINS_WITH]->(:{0}Event) RETURN count(*)",
    "NEXT": "MATCH (:{0}Event)-[r:NEXT]->(:{0}Event) RETURN count(*)",
    "TELLS": "MATCH (:{0}Version)-[r:TELLS]->(:{0}Event) RETURN count(*)",
    "TOLD_BY": "MATCH (:{0}Version)-[r:TOLD_BY]->(:{0}Source) RETURN count(*)",
    "BEFORE": "MATCH (:{0}Version)-[r:BEFORE]->(:{0}Version) RETURN count(*)",
    "SAME_EVENT": "MATCH (:{0}Version)-[r:SAME_EVENT]->(:{0}Version) RETURN count(*)",
    "SELECTED": "MATCH (n:{0}Run)-[r:SELECTED]->() WHERE n.complete RETURN count(*)",
}
FOUND = "MATCH (:{0}Version)-[r:CONFLICTS]->(:{0}Version)"
"""Of relationships of findings, those of one type."""
TIES["CONFLICTS"] = f"MATCH (n:{{0}}Findings) WHERE n.complete {FOUND} WHERE r.findings = n.key RETURN count(*)"
UNFINISHED = (
    "MATCH (n:{0}Run) WHERE NOT n.complete RETURN count(*)",
    "MATCH (n:{0}Findings) WHERE NOT n.complete RETURN count(*)",
    f"{FOUND} WHERE NOT EXISTS {{{{ MATCH (n:{{0}}Findings) WHERE n.key = r.findings AND n.complete }}}} "
    "RETURN count(*)",
)
OWN = "Taeg"
"""Prefix of labels on a server, where nodes of other programs are not counted."""

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
    """A census, and how many runs and findings are there that were never completed."""

    census: Census
    unfinished: int


def take(path: str, login: Login | None) -> Counted:
    """Count the content of a graph file or of a server."""
    if login is None:
        with ladybug.Database(path, read_only=True) as database, ladybug.Connection(database) as connection:
            return _count(lambda text: _rows(connection, text.format("")))
    with neo4j.GraphDatabase.driver(login[0], auth=login[1:], notifications_min_severity="OFF") as driver:

        def ask(text: str) -> list[list[Any]]:
            result = driver.execute_query(text.format(OWN), database_="neo4j")  # type: ignore[arg-type]
            return [list(record.values()) for record in result.records]

        return _count(ask)


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
    unfinished = sum(int(ask(text)[0][0]) for text in UNFINISHED)
    return Counted(Census(nodes, ties, foreign, sum(1 for row in pointers if row[2])), unfinished)
