// Load the versions of a generation
// A whole column table at once; the columns come in the order of the schema.
COPY Version FROM $rows;
