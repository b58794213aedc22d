// The corpora of the graph
// Those with a generation; a corpus that is only claimed is not listed.
MATCH (c:Corpus)
WHERE c.generation <> '' AND c.digest <> ''
RETURN
       c.`FIELD` AS `FIELD`,
       c.id AS id
ORDER BY id;
