// The scores of a generation's runs
// A row for each run and metric; one row without a metric for a run that was not scored.
MATCH (r:Run)
WHERE r.generation = $generation AND r.complete
OPTIONAL MATCH (r)-[:SCORED]->(s:Score)
RETURN r.id AS run, r.characters AS characters, r.scored_by AS scored_by, s.metric AS metric, s.value AS value,
       s.compared_with AS compared_with, s.better_than AS better_than
ORDER BY run, metric;
