// Who stands and who is coming
// The current generation of a corpus and the one that is being loaded: what a sweep has to leave alone.
MATCH (c:Corpus {key: $corpus})
RETURN c.generation AS generation, c.claim AS claim;
