// Record the significance tests of scores
// The baselines that a score was compared with, and those that it is significantly better than.
UNWIND $rows AS row
MATCH (s:Score {key: row.key})
SET s.compared_with = row.compared_with, s.better_than = row.better_than;
