// The events told without a time by sources whose date begins with a date, in columns
// Places of events without a day and a time of their own: an account without a time has that of its source.
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)-[:TELLS]->(e:Event)
WHERE s.generation = $generation AND s.dated STARTS WITH $date AND v.time = '' AND e.day = '' AND e.time = ''
RETURN collect(DISTINCT e.ord) AS ord;
