// Load spans of a run that point at versions
// One bulk load of columns: from, to, then the properties; those of the evaluation are set later.
COPY SELECTED(ord, event, start, `end`, role, score) FROM $rows (from='Run', to='Version');
