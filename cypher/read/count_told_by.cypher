// How many versions of a slice are tied to their source
// Counted after a load: every version must be.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
  AND s.generation = $generation AND s.ord = v.source_ord
RETURN count(v) AS ties;
