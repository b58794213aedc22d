// The events with an account whose time begins with a date, in columns
// Places of events without a day and a time of their own: of that day are those that were not told before it.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = $generation AND v.time STARTS WITH $date AND e.day = '' AND e.time = ''
RETURN collect(DISTINCT e.ord) AS ord;
