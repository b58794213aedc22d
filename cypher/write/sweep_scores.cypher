// Sweep scores of generations that are neither current nor claimed
// Leftovers of a replaced generation, a batch at a time; the corpus is locked first, so that no pointer moves between
// looking at it and deleting.
OPTIONAL MATCH (c:Corpus {key: $corpus})
SET c.claim = c.claim
WITH count(c) AS locked
MATCH (n:Score)
WHERE n.corpus = $corpus
  AND NOT EXISTS { MATCH (k:Corpus {key: $corpus}) WHERE k.generation = n.generation OR k.claim = n.generation }
WITH n LIMIT $batch
DETACH DELETE n
RETURN count(n) AS swept;
