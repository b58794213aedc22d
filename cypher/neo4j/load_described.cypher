// Load the events a run could only describe
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Run {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[r:DESCRIBED]->(b)
SET r.ord = row.ord;
