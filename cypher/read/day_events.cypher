// The events of a day, in columns
// Their places in the timeline, for consolidating that day alone.
MATCH (e:Event)
WHERE e.generation = $generation AND e.day = $day
RETURN collect(e.ord) AS ord;
