// The share of each source in a run
// For each source its versions, those that the run chose, and their characters.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete AND r.id = $run
MATCH (s:Source)<-[:TOLD_BY]-(v:Version)
WHERE s.generation = c.generation AND v.chars > 0
OPTIONAL MATCH (r)-[selected:SELECTED]->(v)
WHERE selected.role = 'base'
RETURN s.ord AS ord, s.name AS source, count(v) AS accounts, count(selected) AS chosen, sum(v.chars) AS characters,
       sum(CASE WHEN selected.ord IS NULL THEN 0 ELSE v.chars END) AS characters_chosen
ORDER BY ord;
