// A slice of a generation's nodes with one label, in columns
// Unordered; the ord column has the index of each row.
MATCH (n:LABEL)
WHERE n.generation = $generation AND n.ord >= $start AND n.ord < $stop
RETURN
       collect(n.`FIELD`) AS `FIELD`,
       collect(n.ord) AS ord;
