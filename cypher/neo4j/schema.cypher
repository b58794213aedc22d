// Schema of the graph on Neo4j
// A unique key for each label, created before the first MERGE, and indexes for finding generations and leftovers.
CREATE CONSTRAINT taeg_schema_key IF NOT EXISTS FOR (n:TaegSchema) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_corpus_key IF NOT EXISTS FOR (n:Corpus) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_source_key IF NOT EXISTS FOR (n:Source) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_event_key IF NOT EXISTS FOR (n:Event) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_version_key IF NOT EXISTS FOR (n:Version) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_run_key IF NOT EXISTS FOR (n:Run) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT taeg_score_key IF NOT EXISTS FOR (n:Score) REQUIRE n.key IS UNIQUE;
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
CALL db.awaitIndexes(120);
