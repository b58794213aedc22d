// Events with a version without a time, of sources whose date begins with a date, in columns
// Indices of events that have neither a day nor a time; a version without a time has the date of its source.
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE s.generation = $generation AND s.dated STARTS WITH $date AND v.time = '' AND e.day = '' AND e.time = ''
RETURN collect(DISTINCT e.ord) AS ord;
