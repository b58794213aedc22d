// Rank the versions of a projection by weighted PageRank, in columns
// The indices of the versions with their scores, which sum to one; a row for each slice.
CALL gds.pageRank.stream($graph, {relationshipWeightProperty: 'weight', dampingFactor: $damping,
       maxIterations: $max_steps, tolerance: $tolerance, scaler: 'L1Norm'})
YIELD nodeId, score
WITH gds.util.asNode(nodeId).ord AS place, score
RETURN place / $slice AS part, collect(place) AS ord, collect(score) AS score;
