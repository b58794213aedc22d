// The findings of a generation
// Complete ones only, with parameters, signature and the numbers of their relationships.
MATCH (f:Findings)
WHERE f.generation = $generation AND f.complete
RETURN f.key AS key, f.parameters AS parameters, f.signature AS signature, f.created AS made,
       f.conflicts AS conflicts, f.corrections AS corrections, f.copies AS copies
ORDER BY made, key;
