// Give up a claim
// After a load that failed; nothing happens if another process has claimed the corpus since.
MATCH (c:Corpus {key: $corpus})
WHERE c.claim = $generation
SET c.claim = '';
