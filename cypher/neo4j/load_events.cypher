// Load the events of a generation
// A batch of rows; MERGE on the key, so that a retried batch changes nothing.
UNWIND $rows AS row
MERGE (n:Event {key: row.key})
SET n.id = row.id,
    n.corpus = row.corpus,
    n.generation = row.generation,
    n.ord = row.ord,
    n.title = row.title,
    n.day = row.day,
    n.location = row.location,
    n.reference = row.reference,
    n.time = row.time,
    n.position = row.position,
    n.declared = row.declared,
    n.choice = row.choice,
    n.made = row.made,
    n.edits = row.edits;
