// Load the relationships from sources to their corpus
// A batch of rows between existing nodes; MERGE makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Source {key: row.a})
MATCH (b:Corpus {key: row.b})
MERGE (a)-[:PART_OF]->(b);
