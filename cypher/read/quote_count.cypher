// How many sentences a run quotes
// Tells a run that quotes from one that chooses versions, and how many slices there are to read.
MATCH (r:Run {key: $run})-[q:QUOTED]->(:Source)
RETURN count(q) AS quotes;
