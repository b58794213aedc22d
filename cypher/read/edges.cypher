// A slice of a generation's edges of one type, in columns
// Both ends as ord of their versions, with their properties; sliced by the first end.
MATCH (a:Version)-[r:LABEL]->(b:Version)
WHERE a.generation = $generation AND a.ord >= $start AND a.ord < $stop
RETURN
       collect(r.FIELD) AS FIELD,
       collect(a.ord) AS a, collect(b.ord) AS b;
