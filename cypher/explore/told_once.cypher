// Events with a single source
// There is no choice: the narrative follows the only source.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = c.generation AND COUNT { MATCH (:Version)-[:TELLS]->(e) } = 1
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, v.source AS source, v.reference AS reference
ORDER BY place;
