// The titles that stand in a run's narrative for events without text, in columns
// Nobody's words: they are the timeline's own, and are marked so.
MATCH (r:Run {key: $run})-[d:DESCRIBED]->(e:Event)
RETURN collect(d.ord) AS ord, collect(e.id) AS event, collect(e.title) AS title;
