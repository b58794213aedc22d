// Events told by two or more sources
// Where consolidation has to choose; with the strongest and the weakest tie between two accounts.
// Of an event of more than 64 versions not all pairs are tied; an edge then stands for several and may weigh above 1.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)<-[:TELLS]-(a:Version)-[r:SAME_EVENT]->(b:Version)
WHERE a.generation = c.generation
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, count(r) AS pairs, min(r.weight) AS weakest,
       max(r.weight) AS strongest
ORDER BY place;
