// Replace the corrections of a corpus in place
// For decisions about contested facts, which change nothing else. Runs that settle facts depend on them and are hidden,
// and a load that was begun loses its claim. Does nothing if the corpus was changed meanwhile.
MATCH (c:Corpus {key: $corpus})
WHERE c.generation = $generation AND coalesce(c.corrections, '') = $base
SET c.corrections = $corrections, c.claim = ''
WITH c
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete AND r.parameters CONTAINS '"settle"'
SET r.complete = false, r.created = ''
RETURN count(r) AS hidden;
