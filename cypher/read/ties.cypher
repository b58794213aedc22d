// How many ties a slice of versions has
// Counted after a load: every version must be tied to its event and its source.
MATCH (e:Event)<-[:TELLS]-(v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
  AND e.generation = $generation AND e.ord = v.event_ord AND s.generation = $generation AND s.ord = v.source_ord
RETURN count(v) AS ties;
