// Check that the database answers
// Run when a graph is opened, to distinguish a missing or stopped database from an empty one.
RETURN 1 AS answer;
