// Move quotes from sources to the versions that contain them
// For runs of older graphs; a batch that was moved is not found again.
UNWIND $rows AS row
MATCH (r:Run {key: $run})-[old:SELECTED]->(:Source)
WHERE old.ord = row.ord
MATCH (v:Version {key: row.version})
CREATE (r)-[:SELECTED {ord: row.ord, event: row.event, start: row.start, `end`: row.`end`, role: old.role, score: old.score}]->(v)
DELETE old;
