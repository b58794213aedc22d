// Load the sentences a run quotes
// A batch of rows; a source is quoted many times, so the place in the narrative tells the edges apart.
UNWIND $rows AS row
MATCH (a:Run {key: row.a})
MATCH (b:Source {key: row.b})
MERGE (a)-[r:QUOTED {ord: row.ord}]->(b)
SET r.from_char = row.from_char,
    r.to_char = row.to_char,
    r.score = row.score;
