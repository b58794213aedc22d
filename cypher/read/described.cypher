// The events a run could only describe, in columns
// Events without any text, which the published profile fills with their description.
MATCH (r:Run {key: $run})-[d:DESCRIBED]->(e:Event)
RETURN collect(d.ord) AS event;
