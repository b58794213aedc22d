// The ids of some versions, in columns
// For recording runs, whose choices are kept as places.
UNWIND $places AS place
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop AND v.ord = place
RETURN collect(v.ord) AS ord, collect(v.id) AS id;
