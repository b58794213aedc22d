// Load conflicts between versions
// A bulk load of columns: from, to, then the properties in schema order.
COPY CONFLICTS FROM $rows;
