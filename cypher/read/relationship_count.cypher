// Number of relationships of one type from the nodes of a generation with one label
// Verified by `taeg doctor --deep`: it has no others than those that were loaded.
MATCH (n:LABEL)-[r:FIELD]->()
WHERE n.generation = $generation
RETURN count(r) AS count;
