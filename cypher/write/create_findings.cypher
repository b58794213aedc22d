// Create incomplete findings
// One node and its relationship to the corpus; relationships between versions follow.
MATCH (c:Corpus {key: $corpus})
MERGE (f:Findings {key: $key})
SET f.corpus = $corpus, f.generation = $generation, f.name = 'findings', f.parameters = $parameters,
    f.signature = $signature, f.created = $created, f.complete = false, f.conflicts = $conflicts,
    f.corrections = $corrections, f.copies = $copies
MERGE (f)-[:FINDINGS_OF]->(c);
