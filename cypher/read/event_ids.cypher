// A slice of the ids of a generation's events, in columns
// Used to record runs, and to suggest the nearest id for a mistyped one.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(e.ord) AS ord, collect(e.id) AS id;
