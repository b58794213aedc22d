// The neighbours of an event in each source
// For each source of the event, the previous and the next event in that source.
MATCH (c:Corpus {id: $corpus})
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = c.generation AND e.id = $event
OPTIONAL MATCH (p:Version)-[:TOLD_BY]->(s)
WHERE p.event_ord < e.ord
WITH c, e, s, max(p.event_ord) AS earlier
OPTIONAL MATCH (n:Version)-[:TOLD_BY]->(s)
WHERE n.event_ord > e.ord
WITH c, e, s, earlier, min(n.event_ord) AS later
OPTIONAL MATCH (b:Event)
WHERE b.generation = c.generation AND b.ord = earlier
OPTIONAL MATCH (a:Event)
WHERE a.generation = c.generation AND a.ord = later
RETURN s.ord AS ord, s.name AS source, b.id AS before, b.title AS title_before, e.ord - b.ord AS steps_back,
       a.id AS after, a.title AS title_after, a.ord - e.ord AS steps_on
ORDER BY ord;
