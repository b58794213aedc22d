// Load the relationships from versions to events
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[:TELLS]->(b);
