// The index of one event in the timeline
// Found by its key, independent of the size of the graph.
MATCH (e:Event {key: $key})
RETURN e.ord AS ord;
