// Make findings visible
// Run when all relationships are stored: readers then see these findings instead of earlier ones.
MATCH (made:Findings {key: $key})
MATCH (f:Findings)
WHERE f.generation = made.generation AND (f.complete OR f.key = $key)
SET f.complete = (f.key = $key), f.created = CASE WHEN f.key = $key THEN f.created ELSE '' END
RETURN count(f) AS findings;
