// Load the ties from versions to sources
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Version {key: row.a})
MATCH (b:Source {key: row.b})
MERGE (a)-[:TOLD_BY]->(b);
