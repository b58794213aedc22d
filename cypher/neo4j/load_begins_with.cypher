// Load the relationship from a corpus to its first event
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Corpus {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[:BEGINS_WITH]->(b);
