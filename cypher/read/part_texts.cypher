// The texts of some versions, in columns
// For strategies that look at words, in a part of a corpus.
UNWIND $places AS place
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord = place
RETURN collect(v.ord) AS ord, collect(v.text) AS text;
