// Events told by two or more sources
// Where consolidation has to choose; with the strongest and the weakest tie between two accounts.
MATCH (c:Corpus {id: $corpus})
MATCH (a:Version)-[r:SAME_EVENT]->(b:Version)
WHERE a.generation = c.generation
RETURN a.event_ord + 1 AS place, a.event AS event, count(r) AS pairs, min(r.weight) AS weakest,
       max(r.weight) AS strongest
ORDER BY place;
