// The texts of some versions, in columns
// For strategies that look at words, in a part of a corpus.
MATCH (v:Version)
WHERE v.generation = $generation AND v.event_ord >= $start AND v.event_ord < $stop AND v.ord IN $places
RETURN collect(v.ord) AS ord, collect(v.text) AS text;
