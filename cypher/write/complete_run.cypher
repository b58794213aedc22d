// Make a run visible
// Run when all spans are stored: readers then see this run instead of an earlier one with the same id.
MATCH (made:Run {key: $key})
MATCH (r:Run)
WHERE r.generation = made.generation AND r.id = made.id AND (r.complete OR r.key = $key)
SET r.complete = (r.key = $key), r.created = CASE WHEN r.key = $key THEN r.created ELSE '' END
RETURN count(r) AS runs;
