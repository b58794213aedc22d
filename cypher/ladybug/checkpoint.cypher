// Write the log into the graph file
// Before the engine is closed: what fails here can be told, what fails while it closes ends the process.
CHECKPOINT;
