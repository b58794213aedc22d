// The versions of one event
// Source, citation, length and text of each.
MATCH (c:Corpus {id: $corpus})
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = c.generation AND e.id = $event
RETURN s.ord AS ord, s.name AS source, v.id AS version, v.reference AS reference, v.time AS time, v.latest AS latest,
       v.excluded AS excluded, v.chars AS characters, v.text AS text
ORDER BY ord;
