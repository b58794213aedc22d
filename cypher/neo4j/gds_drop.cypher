// Drop a projection
// After a ranking, also one that failed; nothing happens where it is gone already.
CALL gds.graph.drop($graph, false) YIELD graphName
RETURN count(graphName) AS dropped;
