// Number of keys that the index of one label finds
// Verified by `taeg doctor --deep`: the index of a damaged embedded file may lack some.
UNWIND $keys AS key
MATCH (n:LABEL {key: key})
RETURN count(n) AS count;
