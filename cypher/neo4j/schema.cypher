// Schema of the graph on Neo4j
// A unique key for each label, created before the first MERGE, and indexes for finding generations and leftovers. All
// are on labels that only TAEG uses, so that they do not apply to nodes of other programs.
CREATE CONSTRAINT TaegSchema_key IF NOT EXISTS FOR (n:TaegSchema) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegCorpus_key IF NOT EXISTS FOR (n:TaegCorpus) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegSource_key IF NOT EXISTS FOR (n:TaegSource) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegEvent_key IF NOT EXISTS FOR (n:TaegEvent) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegVersion_key IF NOT EXISTS FOR (n:TaegVersion) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegRun_key IF NOT EXISTS FOR (n:TaegRun) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegScore_key IF NOT EXISTS FOR (n:TaegScore) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT TaegFindings_key IF NOT EXISTS FOR (n:TaegFindings) REQUIRE n.key IS UNIQUE;
CREATE INDEX TaegSource_generation IF NOT EXISTS FOR (n:TaegSource) ON (n.generation);
CREATE INDEX TaegEvent_generation IF NOT EXISTS FOR (n:TaegEvent) ON (n.generation, n.ord);
CREATE INDEX TaegEvent_day IF NOT EXISTS FOR (n:TaegEvent) ON (n.generation, n.day);
CREATE INDEX TaegEvent_time IF NOT EXISTS FOR (n:TaegEvent) ON (n.generation, n.time);
CREATE INDEX TaegVersion_generation IF NOT EXISTS FOR (n:TaegVersion) ON (n.generation, n.ord);
CREATE INDEX TaegVersion_time IF NOT EXISTS FOR (n:TaegVersion) ON (n.generation, n.time);
CREATE INDEX TaegRun_generation IF NOT EXISTS FOR (n:TaegRun) ON (n.generation);
CREATE INDEX TaegSource_corpus IF NOT EXISTS FOR (n:TaegSource) ON (n.corpus);
CREATE INDEX TaegEvent_corpus IF NOT EXISTS FOR (n:TaegEvent) ON (n.corpus);
CREATE INDEX TaegVersion_corpus IF NOT EXISTS FOR (n:TaegVersion) ON (n.corpus);
CREATE INDEX TaegRun_corpus IF NOT EXISTS FOR (n:TaegRun) ON (n.corpus);
CREATE INDEX TaegScore_corpus IF NOT EXISTS FOR (n:TaegScore) ON (n.corpus);
CREATE INDEX TaegFindings_generation IF NOT EXISTS FOR (n:TaegFindings) ON (n.generation);
CREATE INDEX TaegFindings_corpus IF NOT EXISTS FOR (n:TaegFindings) ON (n.corpus);
UNWIND ['TaegSource_generation', 'TaegEvent_generation', 'TaegEvent_day', 'TaegEvent_time', 'TaegVersion_generation', 'TaegVersion_time', 'TaegRun_generation', 'TaegSource_corpus', 'TaegEvent_corpus', 'TaegVersion_corpus', 'TaegRun_corpus', 'TaegScore_corpus', 'TaegFindings_generation', 'TaegFindings_corpus'] AS name
CALL db.awaitIndex(name, 120);
