// The sources of a generation, in columns
// Unordered; the ord column says which place each row has.
MATCH (s:Source)
WHERE s.generation = $generation
RETURN collect(s.ord) AS ord, collect(s.id) AS id, collect(s.name) AS name,
       collect(s.text) AS text, collect(s.author) AS author, collect(s.dated) AS dated, collect(s.rank) AS rank;
