// Pairs of passages of a draft that may not describe the same event
// Pairs that a person has not decided, the most doubtful first.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)<-[:TELLS]-(a:Version)-[r:SAME_EVENT]->(b:Version)
WHERE a.generation = c.generation AND r.confidence < 1.0
RETURN e.id AS event, a.id AS version, b.id AS other, r.confidence AS confidence, a.file AS file, a.start AS start,
       a.`end` AS stop
ORDER BY confidence, version, other;
