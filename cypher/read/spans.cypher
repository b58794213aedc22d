// A slice of the spans of a run, in columns
// The target is given by its ord: a version, a source for a span outside any version, or an event for a title.
MATCH (r:Run {key: $run})-[s:SELECTED]->(n:Version|Source|Event)
WHERE s.ord >= $start AND s.ord < $stop
RETURN collect(s.ord) AS ord, collect(n.ord) AS target, collect(coalesce(n.source_ord, n.ord)) AS source,
       collect(s.event) AS event, collect(s.start) AS start, collect(s.`end`) AS `end`, collect(s.role) AS role,
       collect(s.score) AS score;
