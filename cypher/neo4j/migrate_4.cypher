// Migrate from schema 3 to 4 on Neo4j
// Drops constraints and indexes on general labels, which other programs may use; those of `schema` on labels that only
// TAEG uses replace them. The files from which existing corpora and sources were read are
// unknown; their versions have citations from their data, or the number of a section.
DROP CONSTRAINT taeg_corpus_key IF EXISTS;
DROP CONSTRAINT taeg_source_key IF EXISTS;
DROP CONSTRAINT taeg_event_key IF EXISTS;
DROP CONSTRAINT taeg_version_key IF EXISTS;
DROP CONSTRAINT taeg_run_key IF EXISTS;
DROP CONSTRAINT taeg_score_key IF EXISTS;
DROP INDEX taeg_source_generation IF EXISTS;
DROP INDEX taeg_event_generation IF EXISTS;
DROP INDEX taeg_event_day IF EXISTS;
DROP INDEX taeg_event_time IF EXISTS;
DROP INDEX taeg_version_generation IF EXISTS;
DROP INDEX taeg_version_time IF EXISTS;
DROP INDEX taeg_run_generation IF EXISTS;
DROP INDEX taeg_source_corpus IF EXISTS;
DROP INDEX taeg_event_corpus IF EXISTS;
DROP INDEX taeg_version_corpus IF EXISTS;
DROP INDEX taeg_run_corpus IF EXISTS;
DROP INDEX taeg_score_corpus IF EXISTS;
MATCH (c:Corpus) WHERE c.path IS NULL SET c.path = '';
MATCH (n:Version)
CALL (n) {
  SET n.located = coalesce(n.located, false)
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Source)
CALL (n) {
  SET n.files = coalesce(n.files, [])
} IN TRANSACTIONS OF 10000 ROWS;
