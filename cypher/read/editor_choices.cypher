// The versions that the editor wants told, in columns
// They go before what any strategy chooses.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.choice = v.id
RETURN collect(e.ord) AS event, collect(v.ord) AS version;
