// Which schema the graph has
// Looked at when a graph is opened, before anything else is read.
MATCH (s:TaegSchema {key: 'taeg'})
RETURN s.version AS version;
