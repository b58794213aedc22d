// The events without a day whose time begins with a date, in columns
// Their places in the timeline; a time is compared as it is written.
MATCH (e:Event)
WHERE e.generation = $generation AND e.time STARTS WITH $date AND e.day = ''
RETURN collect(e.ord) AS ord;
