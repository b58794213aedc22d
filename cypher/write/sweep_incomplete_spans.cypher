// Delete the spans of incomplete runs of one id
// In batches, before the runs themselves: a run over a large corpus has a span for each of its events.
MATCH (r:Run)-[s:SELECTED]->()
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete AND r.created < $before
WITH s LIMIT $batch
DELETE s
RETURN count(s) AS swept;
