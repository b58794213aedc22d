"""Graphs on Neo4j as before schema 4: with general labels only, on which TAEG had constraints and indexes."""

import neo4j

import cypher

SCHEMA = """
CREATE CONSTRAINT taeg_corpus_key FOR (n:Corpus) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_source_key FOR (n:Source) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_event_key FOR (n:Event) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_version_key FOR (n:Version) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_run_key FOR (n:Run) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_score_key FOR (n:Score) REQUIRE n.key IS UNIQUE;
CREATE INDEX taeg_source_generation IF NOT EXISTS FOR (n:Source) ON (n.generation);
CREATE INDEX taeg_event_generation IF NOT EXISTS FOR (n:Event) ON (n.generation, n.ord);
CREATE INDEX taeg_event_day IF NOT EXISTS FOR (n:Event) ON (n.generation, n.day);
CREATE INDEX taeg_event_time IF NOT EXISTS FOR (n:Event) ON (n.generation, n.time);
CREATE INDEX taeg_version_generation IF NOT EXISTS FOR (n:Version) ON (n.generation, n.ord);
CREATE INDEX taeg_version_time IF NOT EXISTS FOR (n:Version) ON (n.generation, n.time);
CREATE INDEX taeg_run_generation IF NOT EXISTS FOR (n:Run) ON (n.generation);
CREATE INDEX taeg_source_corpus IF NOT EXISTS FOR (n:Source) ON (n.corpus);
CREATE INDEX taeg_event_corpus IF NOT EXISTS FOR (n:Event) ON (n.corpus);
CREATE INDEX taeg_version_corpus IF NOT EXISTS FOR (n:Version) ON (n.corpus);
CREATE INDEX taeg_run_corpus IF NOT EXISTS FOR (n:Run) ON (n.corpus);
CREATE INDEX taeg_score_corpus IF NOT EXISTS FOR (n:Score) ON (n.corpus);
"""


def downgrade(driver: neo4j.Driver, database: str, version: int = 3) -> None:
    """Give the graph the labels, constraints and indexes of an older schema version."""

    def run(text: str) -> list[neo4j.Record]:
        return driver.execute_query(text, database_=database).records  # type: ignore[arg-type]

    for kind in ("CONSTRAINT", "INDEX"):
        found = run(f"SHOW {kind} YIELD name WHERE name STARTS WITH 'Taeg' AND name <> 'TaegSchema_key' RETURN name")
        for record in found:
            run(f"DROP {kind} {record['name']}")
    run("MATCH (n:Version) REMOVE n.start, n.`end`, n.file, n.confidence, n.decided")
    run("MATCH ()-[r:SAME_EVENT]->() REMOVE r.confidence")
    for label in cypher.LABELS:
        run(f"MATCH (n:Taeg{label}) SET n:{label} REMOVE n:Taeg{label}")
    for statement in SCHEMA.strip().split("\n"):
        run(statement.removesuffix(";"))
    run(f"MATCH (s:TaegSchema) SET s.version = {version}")


def remains(driver: neo4j.Driver, database: str) -> list[str]:
    """The names of TAEG's constraints and indexes on general labels."""
    shown = ("SHOW CONSTRAINTS", "SHOW INDEXES")
    rows = [driver.execute_query(text, database_=database).records for text in shown]  # type: ignore[arg-type]
    return [
        row["name"]
        for part in rows
        for row in part
        if row["name"].startswith("taeg_") and row["labelsOrTypes"] != ["TaegSchema"]
    ]
