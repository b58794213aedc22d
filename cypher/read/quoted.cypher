// A slice of the sentences a run quotes, in columns
// Which source, and from which character to which of its text, in the order in which they are said.
MATCH (r:Run {key: $run})-[q:QUOTED]->(s:Source)
WHERE q.ord >= $start AND q.ord < $stop
RETURN collect(q.ord) AS ord, collect(s.ord) AS source, collect(q.from_char) AS from_char,
       collect(q.to_char) AS to_char, collect(q.score) AS score;
