// Claim a corpus for a new generation
// The first step of every ingest: the corpus is there, and whoever claimed it before can no longer switch.
MERGE (c:Corpus {key: $corpus})
ON CREATE SET c.id = $corpus, c.name = $corpus, c.`profile` = '', c.language = '', c.notes = [], c.events = 0,
              c.versions = 0, c.digest = '', c.generation = '', c.claim = $generation, c.timeline = '', c.title = '', c.licence = '',
              c.corrections = '', c.originals = ''
ON MATCH SET c.claim = $generation
RETURN c.generation AS generation;
