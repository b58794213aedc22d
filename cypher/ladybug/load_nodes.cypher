// Load nodes of one label
// A whole table at once; the columns are in the order of the schema.
COPY LABEL FROM $rows;
