// The corpora of the graph
// Those that have a generation; one that is only claimed is not there yet.
MATCH (c:Corpus)
WHERE c.generation <> '' AND c.digest <> ''
RETURN c.id AS id, c.`profile` AS `profile`, c.language AS language, c.notes AS notes, c.events AS events,
       c.versions AS versions, c.digest AS digest, c.generation AS generation,
       c.timeline AS timeline, c.title AS title, c.licence AS licence, c.corrections AS corrections,
       c.originals AS originals
ORDER BY id;
