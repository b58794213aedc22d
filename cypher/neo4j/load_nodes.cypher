// Load nodes of one label
// A batch of rows; MERGE on the key, so that a retried batch changes nothing.
UNWIND $rows AS row
MERGE (n:LABEL {key: row.key})
SET n += row;
