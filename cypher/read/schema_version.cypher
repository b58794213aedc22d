// The schema version of the graph
// Checked when a graph is opened.
MATCH (s:TaegSchema {key: 'taeg'})
RETURN s.version AS version;
