// Delete the relationships of one type of some findings
// In batches, before the node of the findings.
MATCH (x:Version)-[r:LABEL]->(y:Version)
WHERE x.generation = $generation AND r.findings = $findings
WITH r LIMIT $batch
DELETE r
RETURN count(r) AS swept;
