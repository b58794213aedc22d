// How many places a graph file has given out, and how many are in use
// The engine never gives the place of a deleted node again, nor its entry in the index of keys: the file grows.
MATCH (n) RETURN label(n) AS kind, max(offset(id(n))) + 1 AS given, count(n) AS used;
