// Record where a corpus was read from
// For a corpus that is ingested again without a change.
MATCH (c:Corpus {key: $corpus})
WHERE c.generation = $generation
SET c.path = $path;
