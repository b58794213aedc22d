// Incomplete findings of a generation
// Left by a process that was killed, or replaced by newer ones; recent ones may still be written.
MATCH (f:Findings)
WHERE f.generation = $generation AND NOT f.complete AND f.created < $before
RETURN f.key AS key
ORDER BY key;
