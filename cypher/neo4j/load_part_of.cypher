// Load the ties from sources to their corpus
// A batch of rows between nodes that are there; MERGE, so that a retried batch changes nothing.
UNWIND $rows AS row
MATCH (a:Source {key: row.a})
MATCH (b:Corpus {key: row.b})
MERGE (a)-[:PART_OF]->(b);
