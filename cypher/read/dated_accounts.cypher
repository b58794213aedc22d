// Events with a version whose time begins with a date, in columns
// Indices of events that have neither a day nor a time. Those without an earlier version belong to that day.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.time STARTS WITH $date AND e.day = '' AND e.time = ''
RETURN collect(DISTINCT e.ord) AS ord;
