// The ids of some versions, in columns
// Used to record runs, which refer to versions by index.
UNWIND $places AS place
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop AND v.ord = place
RETURN collect(v.ord) AS ord, collect(v.id) AS id;
