// Load spans of a run that refer to events
// A batch of rows; the position identifies a span, which makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Run {key: row.a})
MATCH (b:Event {key: row.b})
MERGE (a)-[r:SELECTED {ord: row.ord}]->(b)
SET r.event = row.event, r.start = row.start, r.`end` = row.`end`, r.role = row.role, r.score = row.score;
