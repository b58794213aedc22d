// A slice of the ids of a generation's versions, in columns
// For naming the ends of edges when a corpus is gone through slice by slice.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.id) AS id;
