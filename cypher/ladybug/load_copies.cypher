// Load copies of accounts
// A bulk load of columns: from, to, then the properties in schema order.
COPY COPIES FROM $rows;
