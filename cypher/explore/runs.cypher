// The runs of a corpus
// Which strategies were run, with their parameters, and how many passages each chose.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete
RETURN r.id AS run, r.strategy AS strategy, r.parameters AS parameters, r.created AS created,
       COUNT { MATCH (r)-[s:SELECTED]->(:Version) WHERE s.role = 'base' } AS passages
ORDER BY run;
