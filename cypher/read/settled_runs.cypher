// The runs of a generation that settle contested facts
// They depend on the decisions about these facts.
MATCH (r:Run)
WHERE r.generation = $generation AND r.complete AND r.parameters CONTAINS '"settle"'
RETURN r.id AS id
ORDER BY id;
