// Make a run visible
// Its choices are all there: from now on readers see it, and no longer the one of the same name before it.
MATCH (made:Run {key: $key})
MATCH (r:Run)
WHERE r.generation = made.generation AND r.id = made.id AND (r.complete OR r.key = $key)
SET r.complete = (r.key = $key), r.created = CASE WHEN r.key = $key THEN r.created ELSE '' END
RETURN count(r) AS runs;
