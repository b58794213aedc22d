// A slice of the accounts of a generation, in columns
// For finding contradictions: texts with their recorded lengths, times and languages.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.event_ord) AS event, collect(v.source_ord) AS source, collect(v.text) AS text,
       collect(v.chars) AS chars, collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time,
       collect(v.telling) AS telling, collect(v.language) AS language, collect(v.excluded) AS excluded;
