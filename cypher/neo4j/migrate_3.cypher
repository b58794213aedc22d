// From schema 2 to 3 on Neo4j
// One relationship for the spans of all runs, each of which is copied and removed in one transaction.
MATCH (r:Run)-[c:CHOSE]->(v:Version)
CREATE (r)-[:SELECTED {ord: c.ord, event: c.ord, start: 0, `end`: v.chars, role: 'base', score: c.score, rougeL: c.rougeL, best: c.best}]->(v)
DELETE c;
MATCH (r:Run)-[d:DESCRIBED]->(e:Event)
CREATE (r)-[:SELECTED {ord: d.ord, event: d.ord, start: 0, `end`: size(e.title) + 1, role: 'title', score: 0.0}]->(e)
DELETE d;
MATCH (r:Run)-[q:QUOTED]->(s:Source)
CREATE (r)-[:SELECTED {ord: q.ord, event: -1, start: q.from_char, `end`: q.to_char, role: 'quote', score: q.score}]->(s)
DELETE q;
