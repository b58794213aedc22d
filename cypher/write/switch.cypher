// Switch a corpus to its new generation
// From then on readers see the new corpus. Does nothing if the claim was lost or the generation that the load is based
// on was replaced.
MATCH (c:Corpus {key: $corpus})
WHERE c.claim = $generation AND c.generation = $base
SET
    c.`FIELD` = $new_FIELD,
    c.generation = $generation, c.claim = ''
RETURN count(c) AS switched;
