// Which runs chose which version of one event
// So that the side-by-side view can mark what the narratives took.
MATCH (r:Run)-[s:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.id = $event AND r.complete AND s.role = 'base'
RETURN r.id AS run, v.id AS version
ORDER BY run;
