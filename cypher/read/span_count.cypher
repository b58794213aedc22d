// The number of spans of a run, and the upper bound of their positions
// Both are the same unless a span is missing; determines the number of slices to read.
MATCH (r:Run {key: $run})-[s:SELECTED]->(:Version|Source|Event)
RETURN count(s) AS spans, coalesce(max(s.ord) + 1, 0) AS bound;
