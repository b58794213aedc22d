// Delete incomplete runs of one id
// Left by a killed consolidation, or replaced by a newer run; recent ones may still be written.
MATCH (r:Run)
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete AND r.created < $before
OPTIONAL MATCH (r)-[:SCORED]->(s:Score)
DETACH DELETE r, s;
