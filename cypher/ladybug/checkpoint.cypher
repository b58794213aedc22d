// Write the log into the graph file
// Run before the engine is closed: an error here can be reported, an error while closing ends the process.
CHECKPOINT;
