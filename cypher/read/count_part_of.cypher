// Number of sources of a generation with a relationship to their corpus
// Verified after a load; sources are few and have one slice.
MATCH (s:Source)-[:PART_OF]->(c:Corpus)
WHERE s.generation = $generation AND s.ord >= $start AND s.ord < $stop
RETURN count(s) AS count;
