// Differences between two runs, as a graph
// The first six events for which the two runs chose different versions, with both choices.
MATCH (c:Corpus {id: $corpus})
MATCH (first:Run)-[one:SELECTED]->(a:Version)-[tells:TELLS]->(e:Event)
WHERE first.generation = c.generation AND first.complete AND first.id = $run AND one.role = 'base'
MATCH (second:Run)-[other:SELECTED]->(b:Version)-[tells_too:TELLS]->(e)
WHERE second.generation = c.generation AND second.complete AND second.id = $other_run AND other.role = 'base' AND a.id <> b.id
RETURN first, one, a, tells, e, second, other, b, tells_too
ORDER BY e.ord
LIMIT 6;
