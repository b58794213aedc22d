// The runs of a generation
// Complete runs only, with strategy, parameters and signature.
MATCH (r:Run)
WHERE r.generation = $generation AND r.complete
RETURN r.key AS key, r.id AS id, r.strategy AS strategy, r.parameters AS parameters, r.signature AS signature,
       r.created AS created
ORDER BY id;
