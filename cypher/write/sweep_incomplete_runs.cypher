// Sweep the runs of one name that are not complete
// What a killed consolidation left, or a run that a newer one replaced; a younger one may still be in the making.
MATCH (r:Run)
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete AND r.created < $before
OPTIONAL MATCH (r)-[:SCORED]->(s:Score)
DETACH DELETE r, s;
