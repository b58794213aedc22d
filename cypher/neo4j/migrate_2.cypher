// Migrate from schema 1 to 2 on Neo4j
// Adds times, the editor's corrections and further properties of versions; existing corpora get empty values.
MATCH (n:Corpus)
SET n.timeline = coalesce(n.timeline, 'given'), n.title = coalesce(n.title, ''), n.licence = coalesce(n.licence, ''),
    n.corrections = coalesce(n.corrections, ''), n.originals = coalesce(n.originals, '');
MATCH (n:Source)
CALL (n) {
  SET n.author = coalesce(n.author, ''), n.dated = coalesce(n.dated, ''), n.rank = coalesce(n.rank, 0)
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Event)
CALL (n) {
  SET n.time = coalesce(n.time, ''), n.position = coalesce(n.position, ''), n.declared = coalesce(n.declared, true),
      n.choice = coalesce(n.choice, ''), n.made = coalesce(n.made, false), n.edits = coalesce(n.edits, [])
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Version)
CALL (n) {
  SET n.time = coalesce(n.time, ''), n.title = coalesce(n.title, ''), n.position = coalesce(n.position, ''),
      n.language = coalesce(n.language, ''), n.telling = coalesce(n.telling, 0), n.told_of = coalesce(n.told_of, ''),
      n.excluded = coalesce(n.excluded, false), n.latest = coalesce(n.latest, true)
} IN TRANSACTIONS OF 10000 ROWS;
