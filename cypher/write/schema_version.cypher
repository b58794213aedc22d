// Write the schema version
// Once, when a graph is made, and again after a migration.
MERGE (s:TaegSchema {key: 'taeg'})
SET s.version = $version;
