// The SAME_EVENT edges from some versions to others of the same part, in columns
// Both ends as ord of their versions, with the weight; edges that leave the days or the sources of the part stay out.
UNWIND $places AS place
MATCH (a:Version)-[r:SAME_EVENT]->(b:Version)
WHERE a.generation = $generation AND a.ord = place AND b.event_ord >= $start AND b.event_ord < $stop
  AND ($anyone OR b.source_ord IN $sources)
RETURN collect(a.ord) AS a, collect(b.ord) AS b, collect(r.weight) AS weight;
