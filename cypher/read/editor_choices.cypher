// The versions chosen by the editor, in columns
// They take precedence over what a strategy selects.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.choice <> '' AND e.choice = v.id
RETURN collect(e.ord) AS event, collect(v.ord) AS version;
