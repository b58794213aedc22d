// Events with versions of two or more sources
// Where consolidation has to choose, with the highest and the lowest weight between two versions. In large events the
// edges are a sample, and their weights can exceed 1.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)<-[:TELLS]-(a:Version)-[r:SAME_EVENT]->(b:Version)
WHERE a.generation = c.generation
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, count(r) AS pairs, min(r.weight) AS weakest,
       max(r.weight) AS strongest
ORDER BY place;
