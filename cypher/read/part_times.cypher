// The times of some versions, in columns
// For strategies that ask how recent an account is, in a part of a corpus; one without a time has that of its source.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.event_ord >= $start AND v.event_ord < $stop AND v.ord IN $places
RETURN collect(v.ord) AS ord, collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time,
       collect(v.telling) AS telling;
