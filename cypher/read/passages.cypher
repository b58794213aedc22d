// The passages of some versions, in columns
// Each with its event, source and citation.
UNWIND $places AS place
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.event_ord >= $start AND v.event_ord < $stop AND v.ord = place
MATCH (v)-[:TOLD_BY]->(s:Source)
RETURN collect(v.ord) AS ord, collect(e.id) AS event, collect(e.title) AS title, collect(v.id) AS version,
       collect(v.source) AS source, collect(v.reference) AS reference, collect(v.text) AS text, collect(s.name) AS source_title,
       collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time, collect(e.edits) AS edits;
