// Migrate from schema 4 to 5 on Neo4j
// Adds the place, confidence and decision of the passages of a draft. Existing corpora are no drafts.
MATCH (n:Version)
CALL (n) {
  SET n.start = coalesce(n.start, 0), n.`end` = coalesce(n.`end`, 0), n.file = coalesce(n.file, ''),
      n.confidence = coalesce(n.confidence, 1.0), n.decided = coalesce(n.decided, '')
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (a:Version)-[r:SAME_EVENT]->(b:Version)
CALL (a, r) {
  SET r.confidence = coalesce(r.confidence, 1.0)
} IN TRANSACTIONS OF 10000 ROWS;
