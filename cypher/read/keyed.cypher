// The nodes with some keys and one label, in columns
// Unordered; the ord column has the index of each row. A key without a node has no row.
UNWIND $keys AS key
MATCH (n:LABEL {key: key})
RETURN
       collect(n.`FIELD`) AS `FIELD`,
       collect(n.ord) AS ord;
