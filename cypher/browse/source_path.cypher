// The path of one source, as a graph
// The first twelve versions of a source, each connected to the next one and to its event.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)-[tells:TELLS]->(e:Event)
WHERE v.generation = c.generation AND v.source = $source
OPTIONAL MATCH (v)-[next:BEFORE]->(w:Version)
WHERE w.source = $source
RETURN v, tells, e, next, w
ORDER BY v.ord
LIMIT 12;
