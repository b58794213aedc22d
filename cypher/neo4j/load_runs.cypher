// Load a run, not yet complete
// A batch of rows; MERGE on the key, so that a retried batch changes nothing.
UNWIND $rows AS row
MERGE (n:Run {key: row.key})
SET n.id = row.id,
    n.corpus = row.corpus,
    n.generation = row.generation,
    n.name = row.name,
    n.strategy = row.strategy,
    n.parameters = row.parameters,
    n.signature = row.signature,
    n.created = row.created,
    n.complete = row.complete;
