// Claim a corpus for a new generation
// The first step of every load. Creates the corpus if needed; an earlier claim can no longer switch.
MERGE (c:Corpus {key: $corpus})
ON CREATE SET c.id = $corpus, c.name = $corpus, c.digest = '', c.generation = '', c.claim = $generation
ON MATCH SET c.claim = $generation
RETURN c.generation AS generation, coalesce(c.corrections, '') AS corrections;
