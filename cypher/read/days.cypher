// The days and times of a slice of the timeline, in columns
// Used to suggest the nearest day if the requested one does not exist.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(e.ord) AS ord, collect(e.day) AS day, collect(e.time) AS time;
