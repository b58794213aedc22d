// A slice of the passages of a run that are parts of versions, in columns
// Each with its event, source and citation, and the recorded length of the version's text.
MATCH (r:Run {key: $run})-[x:SELECTED]->(v:Version)
WHERE x.ord >= $start AND x.ord < $stop
MATCH (v)-[:TELLS]->(e:Event)
MATCH (v)-[:TOLD_BY]->(s:Source)
RETURN collect(x.ord) AS ord, collect(e.id) AS event, collect(e.title) AS title, collect(v.id) AS version,
       collect(v.source) AS source, collect(v.reference) AS reference, collect(v.text) AS text,
       collect(v.chars) AS chars, collect(s.name) AS source_title,
       collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time, collect(e.edits) AS edits;
