// The runs of a corpus
// Strategies with their parameters, and the number of passages of each run.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete
RETURN r.id AS run, r.strategy AS strategy, r.parameters AS parameters, r.created AS created,
       COUNT { MATCH (r)-[s:SELECTED]->(:Version) WHERE s.role = 'base' } AS passages
ORDER BY run;
