// Load the tie from a run to its corpus
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Run {key: row.a})
MATCH (b:Corpus {key: row.b})
MERGE (a)-[:RUN_OF]->(b);
