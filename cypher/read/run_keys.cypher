// All runs of a corpus with their keys
// Verified by `taeg doctor --deep`: a key begins with the generation and the id of its run.
MATCH (r:Run)-[:RUN_OF]->(c:Corpus {key: $corpus})
RETURN r.key AS key, r.generation AS generation, r.id AS id
ORDER BY key;
