// Record the scores of a run
// One Score node for each metric; the run keeps the length of its narrative and all signatures.
MATCH (r:Run {key: $run})
SET r.characters = $characters, r.scored_by = $scored_by
WITH r
UNWIND $rows AS row
MERGE (s:Score {key: row.key})
SET s.corpus = r.corpus, s.generation = r.generation, s.metric = row.metric, s.value = row.value,
    s.signature = row.signature
MERGE (r)-[:SCORED]->(s);
