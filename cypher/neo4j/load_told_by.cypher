// Load the relationships from versions to sources
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.a})
MATCH (b:Source {key: row.b})
MERGE (a)-[:TOLD_BY]->(b);
