// What a run chose, in columns
// The place in the timeline, the version, the score it was chosen for; also its length and the place of what it tells.
MATCH (r:Run {key: $run})-[c:CHOSE]->(v:Version)
WHERE c.ord >= $start AND c.ord < $stop
RETURN collect(c.ord) AS event, collect(v.ord) AS version, collect(c.score) AS score, collect(v.chars) AS chars,
       collect(v.event_ord) AS told;
