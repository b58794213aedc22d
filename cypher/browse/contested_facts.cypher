// The contested accounts of an event
// Its versions with their sources, the conflicts, corrections and copies between them, and the events before and after.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation AND e.id = $event
OPTIONAL MATCH (f:Findings)
WHERE f.generation = c.generation AND f.complete
OPTIONAL MATCH (earlier:Event)-[from:NEXT]->(e)
OPTIONAL MATCH (e)-[to:NEXT]->(later:Event)
OPTIONAL MATCH (s:Source)<-[by:TOLD_BY]-(v:Version)-[tells:TELLS]->(e)
OPTIONAL MATCH (v)-[found:CONFLICTS|CORRECTS|COPIES]->(w:Version)
WHERE found.findings = f.key
RETURN e, earlier, from, to, later, s, by, v, tells, found, w;
