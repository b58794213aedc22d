// Load the versions of a generation
// A batch of rows; MERGE on the key, so that a retried batch changes nothing.
UNWIND $rows AS row
MERGE (n:Version {key: row.key})
SET n.id = row.id,
    n.corpus = row.corpus,
    n.generation = row.generation,
    n.ord = row.ord,
    n.name = row.name,
    n.event = row.event,
    n.source = row.source,
    n.event_ord = row.event_ord,
    n.source_ord = row.source_ord,
    n.reference = row.reference,
    n.text = row.text,
    n.chars = row.chars,
    n.gaps = row.gaps,
    n.time = row.time,
    n.title = row.title,
    n.position = row.position,
    n.language = row.language,
    n.telling = row.telling,
    n.told_of = row.told_of,
    n.excluded = row.excluded,
    n.latest = row.latest;
