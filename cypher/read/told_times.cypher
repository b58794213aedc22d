// The times at which some events were told, in columns
// For finding when each was told first; an account without a time has that of its source.
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND e.ord IN $places
WITH DISTINCT e.ord AS told, CASE WHEN v.time <> '' THEN v.time ELSE s.dated END AS given
RETURN collect(told) AS event, collect(given) AS time;
