// Wrong choices of a run
// Contested events for which another version is nearer to the reference than the chosen one.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[selected:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE r.generation = c.generation AND r.complete AND r.id = $run AND selected.best = false
RETURN selected.event + 1 AS place, e.id AS event, e.title AS title, v.source AS source, v.reference AS reference,
       selected.rougeL AS rougeL
ORDER BY place;
