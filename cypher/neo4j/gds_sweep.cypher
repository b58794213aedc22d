// Drop the projections of killed rankings
// Identified by name and age; they would occupy the server's memory until it is restarted.
CALL gds.graph.list() YIELD graphName, creationTime
WITH graphName, creationTime
WHERE graphName =~ $pattern AND creationTime < datetime() - duration({hours: $hours})
CALL gds.graph.drop(graphName, false) YIELD graphName AS gone
RETURN count(gone) AS dropped;
