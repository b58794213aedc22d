// All scores of all runs
// A row for each run and metric, including your own metrics; `scores` has the main ones as columns.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[:SCORED]->(s:Score)
WHERE r.generation = c.generation AND r.complete
RETURN r.id AS run, s.metric AS metric, s.value AS value, s.signature AS signature
ORDER BY run, metric;
