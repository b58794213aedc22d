// Events without a day whose time begins with a date, in columns
// Their indices in the timeline; times are compared as written.
MATCH (e:Event)
WHERE e.generation = $generation AND e.time STARTS WITH $date AND e.day = ''
RETURN collect(e.ord) AS ord;
