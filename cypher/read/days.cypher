// The days and times of a slice of the timeline, in columns
// For naming the nearest day when a person asks for one that is not there.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(e.ord) AS ord, collect(e.day) AS day, collect(e.time) AS time;
