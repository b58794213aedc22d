// How many versions of a slice are tied to their event
// Counted after a load: every version must be.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
  AND e.generation = $generation AND e.ord = v.event_ord
RETURN count(v) AS ties;
