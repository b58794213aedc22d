// Load spans of a run that refer to events
// A bulk load of columns: from, to, then the properties, without those of the evaluation.
COPY SELECTED(ord, event, start, `end`, role, score) FROM $rows (from='Run', to='Event');
