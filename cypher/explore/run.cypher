// The choices of a run, event by event
// The narrative of a run with the source of each passage; `runs` lists the runs.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[selected:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE r.generation = c.generation AND r.complete AND r.id = $run AND selected.role = 'base'
RETURN selected.event + 1 AS place, e.title AS title, v.source AS source, v.reference AS reference,
       selected.score AS score, v.text AS text
ORDER BY place;
