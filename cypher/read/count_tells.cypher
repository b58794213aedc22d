// Number of versions of a slice with a relationship to their event
// Verified after a load: every version must have one.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
  AND e.generation = $generation AND e.ord = v.event_ord
RETURN count(v) AS count;
