// Delete nodes of one label of generations that are neither current nor claimed
// Leftovers of a replaced generation or of a killed ingest, a batch at a time. The corpus is locked first, so that the
// pointer cannot move between the check and the deletion.
OPTIONAL MATCH (c:Corpus {key: $corpus})
SET c.claim = c.claim
WITH count(c) AS locked
MATCH (n:LABEL)
WHERE n.corpus = $corpus
  AND NOT EXISTS { MATCH (k:Corpus {key: $corpus}) WHERE k.generation = n.generation OR k.claim = n.generation }
WITH n LIMIT $batch
DETACH DELETE n
RETURN count(n) AS swept;
