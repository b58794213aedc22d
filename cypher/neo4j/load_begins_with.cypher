// Load the tie from a corpus to its first event
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Corpus {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[:BEGINS_WITH]->(b);
