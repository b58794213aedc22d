// Load edges of one type between versions
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Version {key: row.a})
MATCH (b:Version {key: row.b})
MERGE (a)-[r:LABEL]->(b)
SET r.FIELD = row.FIELD
;
