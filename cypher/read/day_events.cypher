// The events of a day, in columns
// Their indices in the timeline, for consolidating only that day.
MATCH (e:Event)
WHERE e.generation = $generation AND e.day = $day
RETURN collect(e.ord) AS ord;
