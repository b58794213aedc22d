// Sweep events of other generations
// Leftovers of a replaced generation or of a killed ingest, a batch at a time.
MATCH (n:Event)
WHERE n.corpus = $corpus AND n.generation <> $current AND n.generation <> $claim
WITH n LIMIT $batch
DETACH DELETE n
RETURN count(n) AS swept;
