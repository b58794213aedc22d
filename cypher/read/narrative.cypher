// A slice of the passages of a run's narrative, in columns
// Each with its event, version, source and reference, so that every word can be traced to who said it.
MATCH (r:Run {key: $run})-[c:CHOSE]->(v:Version)-[:TELLS]->(e:Event)
MATCH (v)-[:TOLD_BY]->(s:Source)
WHERE c.ord >= $start AND c.ord < $stop
RETURN collect(c.ord) AS ord, collect(e.id) AS event, collect(e.title) AS title, collect(v.id) AS version,
       collect(v.source) AS source, collect(v.reference) AS reference, collect(v.text) AS text, collect(s.name) AS source_title,
       collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time, collect(e.edits) AS edits;
