// Sources with several versions of an event
// Each version in order of time, the latest marked: revised figures and corrected statements.
MATCH (c:Corpus {id: $corpus})
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = c.generation
  AND COUNT { MATCH (e)<-[:TELLS]-(w:Version) WHERE w.source = v.source } > 1
RETURN e.ord + 1 AS place, e.id AS event, s.name AS source, v.time AS time, v.latest AS latest, v.id AS version,
       v.chars AS characters, v.ord AS ord
ORDER BY ord;
