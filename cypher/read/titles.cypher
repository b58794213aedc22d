// The ids and titles of some events, in columns
// For narratives that contain only the title of an event.
UNWIND $places AS place
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND e.ord = place
RETURN collect(e.ord) AS ord, collect(e.id) AS id, collect(e.title) AS title;
