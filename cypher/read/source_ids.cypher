// The ids of a generation's sources, in columns
// Without their texts, which may be long.
MATCH (s:Source)
WHERE s.generation = $generation
RETURN collect(s.ord) AS ord, collect(s.id) AS id;
