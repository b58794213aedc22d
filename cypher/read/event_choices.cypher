// The versions of one event that runs chose
// Marked in the side-by-side view of `taeg show`.
MATCH (r:Run)-[s:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.id = $event AND r.complete AND s.role = 'base'
RETURN DISTINCT r.id AS run, v.id AS version
ORDER BY run;
