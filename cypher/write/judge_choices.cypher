// Record the scores of a run's choices
// ROUGE-L of each selected version against the gold text of its event, and whether it is the best of its event.
UNWIND $rows AS row
MATCH (v:Version {key: row.version})
MATCH (r:Run {key: $run})-[c:SELECTED]->(v)
WHERE c.role = 'base'
SET c.rougeL = row.rougeL, c.best = row.best;
