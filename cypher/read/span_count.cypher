// The upper bound of the positions of a run's spans
// Determines the number of slices to read.
MATCH (r:Run {key: $run})-[s:SELECTED]->()
RETURN coalesce(max(s.ord) + 1, 0) AS spans;
