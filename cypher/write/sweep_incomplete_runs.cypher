// Sweep the runs of one name that are not complete
// What a killed consolidation left, or a run that a newer one of the same name replaced.
MATCH (r:Run)
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete
DETACH DELETE r;
