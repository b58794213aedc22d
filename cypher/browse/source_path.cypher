// One source's path as a graph
// The first twelve accounts of a source, each tied to the next one and to the event it tells.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)-[tells:TELLS]->(e:Event)
WHERE v.generation = c.generation AND v.source = $source
OPTIONAL MATCH (v)-[next:BEFORE]->(w:Version)
WHERE w.source = $source
RETURN v, tells, e, next, w
ORDER BY v.ord
LIMIT 12;
