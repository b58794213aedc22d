// From schema 2 to 3 on LadybugDB
// One relationship for the spans of all runs. Each statement is a transaction, and none copies a span twice.
CREATE REL TABLE IF NOT EXISTS SELECTED(FROM Run TO Version, FROM Run TO Source, FROM Run TO Event, ord INT64, event INT64, start INT64, `end` INT64, role STRING, score DOUBLE, rougeL DOUBLE, best BOOLEAN);
CREATE REL TABLE IF NOT EXISTS CHOSE(FROM Run TO Version, ord INT64, score DOUBLE, rougeL DOUBLE, best BOOLEAN);
CREATE REL TABLE IF NOT EXISTS QUOTED(FROM Run TO Source, ord INT64, from_char INT64, to_char INT64, score DOUBLE);
CREATE REL TABLE IF NOT EXISTS DESCRIBED(FROM Run TO Event, ord INT64);
MATCH (r:Run)-[c:CHOSE]->(v:Version) WHERE NOT EXISTS { MATCH (r)-[:SELECTED]->(:Version) } CREATE (r)-[:SELECTED {ord: c.ord, event: c.ord, start: 0, `end`: v.chars, role: 'base', score: c.score, rougeL: c.rougeL, best: c.best}]->(v);
MATCH (r:Run)-[d:DESCRIBED]->(e:Event) WHERE NOT EXISTS { MATCH (r)-[:SELECTED]->(:Event) } CREATE (r)-[:SELECTED {ord: d.ord, event: d.ord, start: 0, `end`: size(e.title) + 1, role: 'title', score: 0.0}]->(e);
MATCH (r:Run)-[q:QUOTED]->(s:Source) WHERE NOT EXISTS { MATCH (r)-[:SELECTED]->() } CREATE (r)-[:SELECTED {ord: q.ord, event: -1, start: q.from_char, `end`: q.to_char, role: 'quote', score: q.score}]->(s);
DROP TABLE CHOSE;
DROP TABLE QUOTED;
DROP TABLE DESCRIBED;
