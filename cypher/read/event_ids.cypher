// A slice of the ids of a generation's events, in columns
// For recording runs, and for naming the nearest one when a person mistypes.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(e.ord) AS ord, collect(e.id) AS id;
