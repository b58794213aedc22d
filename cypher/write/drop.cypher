// Delete a corpus node without a generation
// The last step of deleting a corpus; does nothing if an ingest has claimed it meanwhile.
MATCH (c:Corpus {key: $corpus})
WHERE c.generation = '' AND c.claim = ''
DETACH DELETE c;
