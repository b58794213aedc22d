// Whether the timeline of a generation is tied to its corpus
// Counted after a load: there is one first event.
MATCH (c:Corpus)-[:BEGINS_WITH]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN count(e) AS ties;
