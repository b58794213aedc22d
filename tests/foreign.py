"""A graph of another program in the database that TAEG uses, and its digest.

It has the labels, relationship types and property names of TAEG, values that collide with those of a corpus, and
constraints and indexes of its own. Whatever TAEG does, the digest stays the same.
"""

import hashlib
from collections.abc import ItemsView, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import neo4j

import cypher

NOT_OURS = "none(label IN labels({0}) WHERE label STARTS WITH 'Taeg')"
"""Whether a node is not TAEG's."""
SCHEMA = [
    "CREATE CONSTRAINT theirs_corpus_ticket FOR (n:Corpus) REQUIRE n.ticket IS UNIQUE",
    "CREATE CONSTRAINT theirs_event_ticket FOR (n:Event) REQUIRE n.ticket IS UNIQUE",
    "CREATE CONSTRAINT theirs_next FOR ()-[r:NEXT]-() REQUIRE r.ticket IS UNIQUE",
    "CREATE INDEX theirs_selected FOR ()-[r:SELECTED]-() ON (r.ord)",
    "CREATE INDEX theirs_source_text FOR (n:Source) ON (n.text)",
]
COLLIDING_SCHEMA = [
    "CREATE CONSTRAINT theirs_corpus_id FOR (n:Corpus) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT theirs_event_id FOR (n:Event) REQUIRE n.id IS UNIQUE",
    "CREATE FULLTEXT INDEX theirs_event_title FOR (n:Event) ON EACH [n.title]",
]
"""Nodes of TAEG with these labels would violate the constraints: all generations of a corpus have the same ids."""
OLD_SCHEMA = ["CREATE INDEX theirs_version_generation FOR (n:Version) ON (n.generation, n.ord)"]
"""Equal to an index that TAEG had before schema 4."""
NODES = """
UNWIND range(0, 2) AS i
CREATE (n:Theirs:{0} {{id: CASE i WHEN 0 THEN $corpus ELSE 'e' + i END, corpus: $corpus, generation: $corpus + '@1',
    ord: i, key: CASE WHEN $old THEN 'theirs-' + i ELSE $corpus END, name: '{0} ' + i, digest: 'theirs', claim: '',
    title: 'Theirs', text: 'The text of {0}', chars: 3, event: 'e1', source: 's1', complete: true, metric: 'rougeL',
    value: 0.5, ticket: i, day: 'Monday', time: '1912', choice: '', rougeL: 0.25, scored_by: 'theirs'}})
"""
SIMILAR = (
    "{corpus: $corpus, id: 'e1', generation: $generation, key: 'theirs', ord: 1, name: 'N', title: 'T', chars: 1}",
    "{corpus: 'other', id: 'e1', generation: $generation, key: $generation + '/e1/', ord: 1, complete: true}",
    "{corpus: $corpus, id: 'e1', generation: $corpus + '@1', key: $corpus + '@1/e1', ord: 1, title: '', chars: 1}",
    "{corpus: true, id: date(), generation: 7, key: [1, 2], ord: 1, metric: point({x: 1, y: 2}), claim: true}",
    "{id: 'x', key: 'x', name: 'x', digest: 'x', generation: 'x', claim: ''}",
)
"""Properties of nodes that resemble TAEG's and are not."""
PROPERTIES = "{ord: 0, event: 0, start: 0, `end`: 3, role: 'base', score: 9.0, weight: 0.5}"
TYPES = {
    "PART_OF": ("Source", "Corpus"),
    "BEGINS_WITH": ("Corpus", "Event"),
    "NEXT": ("Event", "Event"),
    "TELLS": ("Version", "Event"),
    "TOLD_BY": ("Version", "Source"),
    "BEFORE": ("Version", "Version"),
    "SAME_EVENT": ("Version", "Version"),
    "RUN_OF": ("Run", "Corpus"),
    "SCORED": ("Run", "Score"),
    "SELECTED": ("Run", "Version"),
    "FINDINGS_OF": ("Findings", "Corpus"),
    "CONFLICTS": ("Version", "Version"),
    "CORRECTS": ("Version", "Version"),
    "COPIES": ("Version", "Version"),
    "CHOSE": ("Run", "Version"),
    "QUOTED": ("Run", "Source"),
    "DESCRIBED": ("Run", "Event"),
}
COPIED = ("Version", "Run", "Score")
"""Their constraints and indexes do not permit copies of the others."""


@dataclass
class Foreign:
    """The graph of another program."""

    driver: neo4j.Driver
    database: str
    corpus: str
    """The id of the corpus with whose values it collides."""
    before: str = field(default="", init=False)

    def create(self, *, old: bool = False) -> None:
        """Create it; `old` as far as the constraints that TAEG had before schema 4 permit."""
        for statement in SCHEMA + (OLD_SCHEMA if old else COLLIDING_SCHEMA):
            self.ask(statement)
        for label in cypher.LABELS:
            self.ask(NODES.format(label), corpus=self.corpus, old=old)
        for kind, (start, end) in TYPES.items():
            self.connect(kind, f"Theirs:{start}", f"Theirs:{end}")
        self.remember()

    def resemble(self, generation: str) -> None:
        """Add nodes that resemble those of a generation as far as the constraints before schema 4 permit."""
        for label in cypher.LABELS:
            for properties in SIMILAR:
                self.ask(f"CREATE (n:Theirs:{label} {properties})", corpus=self.corpus, generation=generation)
        self.remember()

    def copy_ours(self) -> None:
        """Add copies of TAEG's nodes with all properties and the relationships between them."""
        for label in COPIED:
            self.ask(f"MATCH (n:Taeg{label}) CREATE (m:Theirs:{label}) SET m = properties(n)")
        for kind, (start, end) in TYPES.items():
            if {start, end} <= set(COPIED):
                self.ask(
                    f"MATCH (a:Taeg{start})-[r:{kind}]->(b:Taeg{end}) MATCH (c:Theirs:{start} {{key: a.key}}) "
                    f"MATCH (d:Theirs:{end} {{key: b.key}}) CREATE (c)-[s:{kind}]->(d) SET s = properties(r)"
                )
        self.remember()

    def connect_to_ours(self) -> None:
        """Add relationships of every type between their nodes and TAEG's."""
        for kind, (start, end) in TYPES.items():
            self.connect(kind, f"Theirs:{start}", f"Taeg{end}")
            self.connect(kind, f"Taeg{start}", f"Theirs:{end}")

    def connect(self, kind: str, start: str, end: str) -> None:
        """Add relationships of one type between nodes with these labels."""
        self.ask(f"MATCH (a:{start}) MATCH (b:{end}) WITH a, b LIMIT 50 CREATE (a)-[:{kind} {PROPERTIES}]->(b)")

    def remember(self) -> None:
        """Take the present state as the one that must not change."""
        self.before = self.digest()

    @property
    def unchanged(self) -> bool:
        """Whether all nodes, properties, relationships, constraints and indexes that are not TAEG's are as before."""
        return self.digest() == self.before

    def digest(self) -> str:
        """The digest of all that is not TAEG's."""
        a, b, n = (NOT_OURS.format(name) for name in "abn")
        own = "any(label IN labelsOrTypes WHERE label STARTS WITH 'Taeg') OR name STARTS WITH 'taeg_'"
        schema = "name, type, entityType, labelsOrTypes, properties"
        rows = [
            self.ask(f"MATCH (n) WHERE {n} RETURN elementId(n), labels(n), properties(n)"),
            self.ask(
                f"MATCH (a)-[r]->(b) WHERE {a} AND {b} "
                "RETURN elementId(r), type(r), properties(r), elementId(a), elementId(b)"
            ),
            self.ask(f"SHOW INDEXES YIELD {schema} WHERE NOT coalesce({own}, false) RETURN {schema}"),
            self.ask(f"SHOW CONSTRAINTS YIELD {schema} WHERE NOT coalesce({own}, false) RETURN {schema}"),
        ]
        return hashlib.sha256(repr([sorted(map(_text, part)) for part in rows]).encode()).hexdigest()

    def remove(self) -> None:
        """Delete it."""
        for kind in ("CONSTRAINTS", "INDEXES"):
            for (name,) in self.ask(f"SHOW {kind} YIELD name WHERE name STARTS WITH 'theirs_' RETURN name"):
                self.ask(f"DROP {kind.removesuffix('ES' if kind == 'INDEXES' else 'S')} {name}")
        self.ask("MATCH (n:Theirs) DETACH DELETE n")

    def ask(self, text: str, **parameters: object) -> list[list[Any]]:
        """Run a statement of their own."""
        result = self.driver.execute_query(text, parameters, database_=self.database)  # type: ignore[arg-type]
        return [list(record.values()) for record in result.records]


def _text(row: list[Any]) -> str:
    """A row as text that does not depend on the order of properties and labels."""
    sets = [value.items() if isinstance(value, dict) else value for value in row]
    return repr([sorted(map(repr, value)) if isinstance(value, list | ItemsView) else value for value in sets])


@contextmanager
def beside(uri: str, username: str, password: str, corpus: str, database: str = "neo4j") -> Iterator[Foreign]:
    """A foreign graph that collides with a corpus; it is checked at the end and deleted."""
    with neo4j.GraphDatabase.driver(uri, auth=(username, password), notifications_min_severity="OFF") as driver:
        foreign = Foreign(driver, database, corpus)
        foreign.remove()
        foreign.create()
        try:
            yield foreign
            assert foreign.unchanged
        finally:
            foreign.remove()
