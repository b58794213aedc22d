// Load the sources of a generation
// A batch of rows; MERGE on the key, so that a retried batch changes nothing.
UNWIND $rows AS row
MERGE (n:Source {key: row.key})
SET n.id = row.id,
    n.corpus = row.corpus,
    n.generation = row.generation,
    n.ord = row.ord,
    n.name = row.name,
    n.text = row.text,
    n.author = row.author,
    n.dated = row.dated,
    n.rank = row.rank;
