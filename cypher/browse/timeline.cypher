// The beginning of the timeline
// The first six events in order, with all their versions.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation AND e.ord < 6
OPTIONAL MATCH (e)-[to:NEXT]->(later:Event)
WHERE later.ord < 6
OPTIONAL MATCH (v:Version)-[tells:TELLS]->(e)
RETURN e, to, later, v, tells;
