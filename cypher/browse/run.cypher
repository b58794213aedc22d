// The choices of a run, as a graph
// The first six events with all their versions; only those that the run chose are connected to it.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete AND r.id = $run
MATCH (v:Version)-[tells:TELLS]->(e:Event)
WHERE e.generation = c.generation AND e.ord < 6
OPTIONAL MATCH (r)-[selected:SELECTED]->(v)
RETURN r, selected, v, tells, e;
