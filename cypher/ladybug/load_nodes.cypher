// Load nodes of one label
// A bulk load of columns in schema order.
COPY LABEL FROM $rows;
