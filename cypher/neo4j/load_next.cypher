// Load the timeline
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Event {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[:NEXT]->(b);
