// Load the timeline
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Event {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[:NEXT]->(b);
