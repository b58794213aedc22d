// How many sources can be found by their keys
// Looked at before an interrupted load is gone on with: an index that lost a key would stop it later.
UNWIND $keys AS key
MATCH (n:Source {key: key})
RETURN count(n) AS nodes;
