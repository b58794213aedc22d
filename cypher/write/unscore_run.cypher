// Delete the scores of a run
// Before new ones are recorded, so that no score of an earlier evaluation remains.
MATCH (r:Run {key: $run})
SET r.characters = null, r.scored_by = null
WITH r
MATCH (r)-[:SCORED]->(s:Score)
DETACH DELETE s;
