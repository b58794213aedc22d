// Allocated and used node offsets of a graph file
// The engine never reuses the offset of a deleted node, nor its entry in the key index, so the file grows.
MATCH (n) RETURN label(n) AS kind, max(offset(id(n))) + 1 AS given, count(n) AS used;
