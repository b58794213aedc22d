// Number of nodes of a generation with one label
// Verified by `taeg doctor --deep`: it has no others than those that were loaded.
MATCH (n:LABEL)
WHERE n.generation = $generation
RETURN count(n) AS count;
