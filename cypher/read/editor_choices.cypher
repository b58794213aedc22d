// The versions that the editor wants told of some events, in columns
// They go before what any strategy chooses.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND ($unbroken OR e.ord IN $places)
  AND e.choice <> '' AND e.choice = v.id
RETURN collect(e.ord) AS event, collect(v.ord) AS version;
