// Number of relationships from a corpus to the first event of a generation
// Verified after a load: there must be one.
MATCH (c:Corpus)-[:BEGINS_WITH]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN count(e) AS count;
