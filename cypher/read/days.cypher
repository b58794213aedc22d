// The days of a slice of the timeline, in columns
// For naming the nearest one when a person mistypes.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(DISTINCT e.day) AS day, collect(DISTINCT e.time) AS time;
