// How many events can be found by their keys
// Looked at before an interrupted load is gone on with: an index that lost a key would stop it later.
UNWIND $keys AS key
MATCH (n:Event {key: key})
RETURN count(n) AS nodes;
