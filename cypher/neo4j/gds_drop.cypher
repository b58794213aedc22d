// Drop a projection
// Run after each ranking, including failed ones; does nothing if there is no such projection.
CALL gds.graph.drop($graph, false) YIELD graphName
RETURN count(graphName) AS dropped;
