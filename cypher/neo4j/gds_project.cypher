// Project a generation's versions with their ties for ranking in the server
// Under a name of its own; a version without any tie is there too. Whatever has the name already is a projection of the
// same try, made before its reply was lost: it makes way.
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
