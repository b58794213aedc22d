// A slice of a generation's versions with their texts, in columns
// For a whole copy of the corpus; unordered, the ord column says which place each row has.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.id) AS id, collect(v.event) AS event, collect(v.source) AS source,
       collect(v.reference) AS reference, collect(v.text) AS text, collect(v.gaps) AS gaps,
       collect(v.time) AS time, collect(v.title) AS title, collect(v.position) AS position,
       collect(v.language) AS language, collect(v.telling) AS telling, collect(v.told_of) AS told_of,
       collect(v.excluded) AS excluded, collect(v.latest) AS latest;
