// What a narrative could say of a stretch of versions, in columns
// As the passages of some versions, but by a range, which every engine finds without looking at all the others.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
MATCH (v)-[:TOLD_BY]->(s:Source)
RETURN collect(v.ord) AS ord, collect(e.id) AS event, collect(e.title) AS title, collect(v.id) AS version,
       collect(v.source) AS source, collect(v.reference) AS reference, collect(v.text) AS text, collect(s.name) AS source_title,
       collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time, collect(e.edits) AS edits;
