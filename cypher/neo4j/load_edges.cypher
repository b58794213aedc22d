// Load edges of one type between versions
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.a})
MATCH (b:Version {key: row.b})
MERGE (a)-[r:LABEL]->(b)
SET r.FIELD = row.FIELD
;
