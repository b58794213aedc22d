// A slice of the texts of a generation's versions, in columns
// For strategies that look at words; read only when one asks.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.text) AS text;
