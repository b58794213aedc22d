// The ids and titles of some events, in columns
// For runs that can only describe an event: its title is nobody's words but the timeline's own, and is marked so.
UNWIND $places AS place
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND e.ord = place
RETURN collect(e.ord) AS ord, collect(e.id) AS id, collect(e.title) AS title;
