// The neighbours of an event
// Two events before and after it in the timeline, with their sources; step 0 is the event itself.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation AND e.id = $event
MATCH (n:Event)
WHERE n.generation = c.generation AND n.ord >= e.ord - 2 AND n.ord <= e.ord + 2
OPTIONAL MATCH (v:Version)-[:TELLS]->(n)
RETURN n.ord - e.ord AS step, n.ord + 1 AS place, n.id AS event, n.title AS title, count(v) AS accounts,
       collect(DISTINCT v.source) AS sources
ORDER BY place;
