// A slice of the times of a generation's versions, in columns
// For strategies that prefer recent versions; a version without a time has the date of its source.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(CASE WHEN v.time <> '' THEN v.time ELSE s.dated END) AS time,
       collect(v.telling) AS telling;
