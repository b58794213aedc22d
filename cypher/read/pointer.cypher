// One corpus: its generation pointer and its head
// Read before and after other reads, to detect that the corpus was replaced.
MATCH (c:Corpus {key: $corpus})
RETURN
       c.`FIELD` AS `FIELD`,
       c.id AS id;
