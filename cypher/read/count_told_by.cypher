// Number of versions of a slice with a relationship to their source
// Verified after a load: every version must have one.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
  AND s.generation = $generation AND s.ord = v.source_ord
RETURN count(v) AS count;
