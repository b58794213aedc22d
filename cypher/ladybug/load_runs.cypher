// Load a run, not yet complete
// A whole column table at once; the columns come in the order of the schema.
COPY Run FROM $rows;
