// Write the schema version
// When a graph is created, and after each migration.
MERGE (s:TaegSchema {key: 'taeg'})
SET s.version = $version;
