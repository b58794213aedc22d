// A slice of the texts of a generation's versions, in columns
// Loaded on demand, for strategies that use the texts; their recorded lengths are compared.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.text) AS text, collect(v.chars) AS chars;
