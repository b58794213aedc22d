// A slice of a generation's BEFORE edges, in columns
// Both ends as ord of their versions, with the weight; sliced by the first end.
MATCH (a:Version)-[r:BEFORE]->(b:Version)
WHERE a.generation = $generation AND a.ord >= $start AND a.ord < $stop
RETURN collect(a.ord) AS a, collect(b.ord) AS b, collect(r.weight) AS weight;
