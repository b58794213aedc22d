// All versions of one event
// What `taeg show` prints side by side, in the declared order of sources.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.id = $event
RETURN v.ord AS ord, v.id AS id, v.source AS source, v.reference AS reference, v.text AS text, v.gaps AS gaps
ORDER BY ord;
