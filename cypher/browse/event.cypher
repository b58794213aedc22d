// An event with its neighbourhood
// Its versions with their sources and edges, and the events before and after.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation AND e.id = $event
OPTIONAL MATCH (earlier:Event)-[from:NEXT]->(e)
OPTIONAL MATCH (e)-[to:NEXT]->(later:Event)
OPTIONAL MATCH (s:Source)<-[by:TOLD_BY]-(v:Version)-[tells:TELLS]->(e)
OPTIONAL MATCH (v)-[same:SAME_EVENT]->(w:Version)
RETURN e, earlier, from, to, later, s, by, v, tells, same, w;
