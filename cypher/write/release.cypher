// Release a claim
// After a failed load; does nothing if another process has claimed the corpus since.
MATCH (c:Corpus {key: $corpus})
WHERE c.claim = $generation
SET c.claim = '';
