// All versions of one event
// Shown side by side by `taeg show`, in the declared order of sources.
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.id = $event
RETURN v.ord AS ord, v.id AS id, v.source AS source, v.reference AS reference, v.text AS text, v.gaps AS gaps,
       s.name AS source_title, CASE WHEN v.time <> '' THEN v.time ELSE s.dated END AS time, v.latest AS latest,
       v.excluded AS excluded, v.told_of AS told_of
ORDER BY ord;
