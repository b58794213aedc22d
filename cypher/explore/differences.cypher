// Differences between two runs
// The events for which the two runs chose different versions, with both choices.
MATCH (c:Corpus {id: $corpus})
MATCH (first:Run)-[one:SELECTED]->(a:Version)-[:TELLS]->(e:Event)
WHERE first.generation = c.generation AND first.complete AND first.id = $run AND one.role = 'base'
MATCH (second:Run)-[other:SELECTED]->(b:Version)-[:TELLS]->(e)
WHERE second.generation = c.generation AND second.complete AND second.id = $other_run AND other.role = 'base' AND a.id <> b.id
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title,
       a.source AS source, a.reference AS reference, a.chars AS characters,
       b.source AS other_source, b.reference AS other_reference, b.chars AS other_characters
ORDER BY place;
