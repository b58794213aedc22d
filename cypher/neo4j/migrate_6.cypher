// Migrate from schema 5 to 6 on Neo4j
// Adds the constraint and the indexes of contradictions. Existing corpora have none until `taeg conflicts` finds them.
CREATE CONSTRAINT TaegFindings_key IF NOT EXISTS FOR (n:TaegFindings) REQUIRE n.key IS UNIQUE;
CREATE INDEX TaegFindings_generation IF NOT EXISTS FOR (n:TaegFindings) ON (n.generation);
CREATE INDEX TaegFindings_corpus IF NOT EXISTS FOR (n:TaegFindings) ON (n.corpus);
