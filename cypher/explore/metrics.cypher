// Every score of every run
// One row for each run and metric, your own metrics included; `scores` has the main ones side by side.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[:SCORED]->(s:Score)
WHERE r.generation = c.generation AND r.complete
RETURN r.id AS run, s.metric AS metric, s.value AS value, s.signature AS signature
ORDER BY run, metric;
