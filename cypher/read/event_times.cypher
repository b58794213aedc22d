// The times of the versions of some events, in columns
// Used to find the earliest version of each; a version without a time has the date of its source.
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND e.ord IN $places
WITH DISTINCT e.ord AS event, CASE WHEN v.time <> '' THEN v.time ELSE s.dated END AS given
RETURN collect(event) AS event, collect(given) AS time;
