// How many steps a slice of the timeline has
// Counted after a load: every event but the last must lead to the next.
MATCH (a:Event)-[:NEXT]->(b:Event)
WHERE a.generation = $generation AND a.ord >= $start AND a.ord < $stop AND b.ord = a.ord + 1
RETURN count(a) AS ties;
