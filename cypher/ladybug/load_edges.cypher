// Load edges of one type between versions
// A bulk load of columns: from, to, then the properties in schema order.
COPY LABEL FROM $rows;
