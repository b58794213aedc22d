// Give the nodes of a graph before schema 4 the labels that only TAEG uses
// They are recognised by their generation, which is the id of the corpus and 16 random digits, and by their key, which
// contains it. A load by an older TAEG that is in progress loses its claim, since its further nodes would not be labelled.
MATCH (n:Corpus)
WHERE NOT n:TaegCorpus AND n.key = n.id AND n.name IS NOT NULL AND n.digest IS NOT NULL
  AND (n.generation = '' OR n.generation STARTS WITH toStringOrNull(n.id) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}')
  AND (n.claim = '' OR n.claim STARTS WITH toStringOrNull(n.id) + '@' AND n.claim =~ '(?s).*@[0-9a-f]{16}')
SET n:TaegCorpus, n.claim = '';
MATCH (n:Source)
WHERE n.generation STARTS WITH toStringOrNull(n.corpus) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}'
  AND n.key = toStringOrNull(n.generation) + '/' + toStringOrNull(n.id) AND n.ord IS NOT NULL AND n.name IS NOT NULL
CALL (n) {
  SET n:TaegSource
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Event)
WHERE n.generation STARTS WITH toStringOrNull(n.corpus) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}'
  AND n.key = toStringOrNull(n.generation) + '/' + toStringOrNull(n.id) AND n.ord IS NOT NULL AND n.title IS NOT NULL
CALL (n) {
  SET n:TaegEvent
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Version)
WHERE n.generation STARTS WITH toStringOrNull(n.corpus) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}'
  AND n.key = toStringOrNull(n.generation) + '/' + toStringOrNull(n.id) AND n.ord IS NOT NULL AND n.chars IS NOT NULL
CALL (n) {
  SET n:TaegVersion
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Run)
WHERE n.generation STARTS WITH toStringOrNull(n.corpus) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}'
  AND n.key STARTS WITH toStringOrNull(n.generation) + '/' + toStringOrNull(n.id) + '/' AND n.complete IS NOT NULL
CALL (n) {
  SET n:TaegRun
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (n:Score)
WHERE n.generation STARTS WITH toStringOrNull(n.corpus) + '@' AND n.generation =~ '(?s).*@[0-9a-f]{16}'
  AND n.key STARTS WITH toStringOrNull(n.generation) + '/' AND n.key ENDS WITH '/' + toStringOrNull(n.metric)
CALL (n) {
  SET n:TaegScore
} IN TRANSACTIONS OF 10000 ROWS;
