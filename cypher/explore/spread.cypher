// Contested events by ratio of lengths
// The longest version divided by the shortest, highest ratio first: where the choice matters most for the length.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = c.generation AND v.chars > 0 AND NOT v.excluded
WITH e, count(DISTINCT v.source) AS sources, min(v.chars) AS fewest, max(v.chars) AS most
WHERE sources > 1
RETURN 1.0 * most / fewest AS spread, e.ord + 1 AS place, e.id AS event, e.title AS title, sources,
       fewest AS fewest_characters, most AS most_characters
ORDER BY spread DESC, place;
