// Which events a run got wrong
// Contested events where another version is nearer to the reference than the one the run chose.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[selected:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE r.generation = c.generation AND r.complete AND r.id = $run AND selected.best = false
RETURN selected.event + 1 AS place, e.id AS event, e.title AS title, v.source AS source, v.reference AS reference,
       selected.rougeL AS rougeL
ORDER BY place;
