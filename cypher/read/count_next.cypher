// Number of NEXT relationships in a slice of the timeline
// Verified after a load: every event but the last must have one.
MATCH (a:Event)-[:NEXT]->(b:Event)
WHERE a.generation = $generation AND a.ord >= $start AND a.ord < $stop AND b.ord = a.ord + 1
RETURN count(a) AS count;
