// Project the versions and edges of a generation for ranking on the server
// Under a unique name; versions without edges are included. An existing projection of that name was made by the same
// attempt, whose reply was lost, and is replaced.
CALL gds.graph.drop($graph, false) YIELD graphName
WITH count(graphName) AS dropped
MATCH (a:Version)
WHERE a.generation = $generation
OPTIONAL MATCH (a)-[r:BEFORE|SAME_EVENT]->(b:Version)
WHERE type(r) IN $kinds
WITH gds.graph.project($graph, a, b,
       {relationshipType: type(r), relationshipProperties: {weight: r.weight}},
       {undirectedRelationshipTypes: ['*']}) AS made
RETURN made.nodeCount AS versions;
