// One event by its id
// Title, day and location, for `taeg show`.
MATCH (e:Event)
WHERE e.generation = $generation AND e.id = $event
RETURN e.id AS id, e.title AS title, e.day AS day, e.location AS location, e.time AS time,
       e.edits AS edits;
