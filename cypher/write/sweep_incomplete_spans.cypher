// Delete the spans of incomplete runs of one name
// A batch at a time, before the runs themselves: a run over a large corpus has a span for each of its events.
MATCH (r:Run)-[s:SELECTED]->()
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete AND r.created < $before
WITH s LIMIT $batch
DELETE s
RETURN count(s) AS swept;
