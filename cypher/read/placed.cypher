// The nodes with some indices and one label, in columns
// Unordered; the ord column has the index of each row.
UNWIND $places AS place
MATCH (n:LABEL)
WHERE n.generation = $generation AND n.ord >= $start AND n.ord < $stop AND n.ord = place
RETURN
       collect(n.`FIELD`) AS `FIELD`,
       collect(n.ord) AS ord;
