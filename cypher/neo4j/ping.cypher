// Does the database answer
// Run once when a graph is opened, so that a missing or stopped database is told apart from an empty one.
RETURN 1 AS answer;
