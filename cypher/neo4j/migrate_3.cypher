// Migrate from schema 2 to 3 on Neo4j
// One relationship type for the spans of all runs, each copied and removed in one transaction, and one node for each
// score.
MATCH (r:Run)-[c:CHOSE]->(v:Version)
CALL (r, c, v) {
  CREATE (r)-[:SELECTED {ord: c.ord, event: c.ord, start: 0, `end`: v.chars, role: 'base', score: c.score, rougeL: c.rougeL, best: c.best}]->(v)
  DELETE c
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (r:Run)-[d:DESCRIBED]->(e:Event)
CALL (r, d, e) {
  CREATE (r)-[:SELECTED {ord: d.ord, event: d.ord, start: 0, `end`: size(e.title) + 1, role: 'title', score: 0.0}]->(e)
  DELETE d
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (r:Run)-[q:QUOTED]->(s:Source)
CALL (r, q, s) {
  CREATE (r)-[:SELECTED {ord: q.ord, event: -1, start: q.from_char, `end`: q.to_char, role: 'quote', score: q.score}]->(s)
  DELETE q
} IN TRANSACTIONS OF 10000 ROWS;
UNWIND ['rouge1', 'rouge2', 'rougeL', 'meteor', 'bertscore', 'tau', 'disorder', 'aligned', 'accuracy', 'likeness', 'coverage', 'redundancy'] AS metric
MATCH (r:Run)
WHERE r[metric] IS NOT NULL
MERGE (s:Score {key: r.key + '/' + metric})
SET s.corpus = r.corpus, s.generation = r.generation, s.metric = metric, s.value = r[metric], s.signature = r.scored_by
MERGE (r)-[:SCORED]->(s);
MATCH (r:Run)
REMOVE r.rouge1, r.rouge2, r.rougeL, r.meteor, r.bertscore, r.tau, r.disorder, r.aligned, r.accuracy, r.likeness, r.coverage, r.redundancy;
