// Change the positions of a run's spans
// For runs of older graphs, whose positions have gaps; a batch that was moved is not found again.
UNWIND $rows AS row
MATCH (r:Run {key: $run})-[s:SELECTED]->()
WHERE s.ord = row.old
SET s.ord = row.new;
