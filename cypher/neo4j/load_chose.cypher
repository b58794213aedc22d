// Load what a run chose
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Run {key: row.a})
MATCH (b:Version {key: row.b})
MERGE (a)-[r:CHOSE]->(b)
SET r.ord = row.ord,
    r.score = row.score;
