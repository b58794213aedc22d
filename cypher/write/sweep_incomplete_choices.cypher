// Sweep what incomplete runs of one name chose
// A batch at a time, before the runs themselves: a run over a large corpus points at a version of each of its events.
MATCH (r:Run)-[c:CHOSE|QUOTED|DESCRIBED]->()
WHERE r.generation = $generation AND r.id = $id AND NOT r.complete AND r.created < $before
WITH c LIMIT $batch
DELETE c
RETURN count(c) AS swept;
