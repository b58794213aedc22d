// Write what evaluation says of a run's choices
// For each chosen version its likeness to the reference of the event, and whether it is the best one there was.
UNWIND $rows AS row
MATCH (v:Version {key: row.version})
MATCH (r:Run {key: $run})-[c:SELECTED]->(v)
WHERE c.role = 'base'
SET c.rougeL = row.rougeL, c.best = row.best;
