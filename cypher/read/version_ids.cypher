// A slice of the ids of a generation's versions, in columns
// For recording runs, whose choices are kept as places.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.id) AS id;
