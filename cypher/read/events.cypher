// A slice of a generation's events, in columns
// Unordered; the ord column says which place in the timeline each row has.
MATCH (e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop
RETURN collect(e.ord) AS ord, collect(e.id) AS id, collect(e.title) AS title, collect(e.day) AS day,
       collect(e.location) AS location, collect(e.reference) AS reference,
       collect(e.time) AS time, collect(e.position) AS position, collect(e.declared) AS declared,
       collect(e.choice) AS choice, collect(e.made) AS made, collect(e.edits) AS edits;
