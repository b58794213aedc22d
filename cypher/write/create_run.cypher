// Create an incomplete run
// One node and its relationship to the corpus; spans follow, and scores when it is evaluated.
MATCH (c:Corpus {key: $corpus})
MERGE (r:Run {key: $key})
SET r.id = $id, r.corpus = $corpus, r.generation = $generation, r.name = $id, r.strategy = $strategy,
    r.parameters = $parameters, r.signature = $signature, r.created = $created, r.complete = false
MERGE (r)-[:RUN_OF]->(c);
