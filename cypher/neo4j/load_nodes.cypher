// Load nodes of one label
// A batch of rows; MERGE on the key makes a retried batch harmless.
UNWIND $rows AS row
MERGE (n:LABEL {key: row.key})
SET n += row;
