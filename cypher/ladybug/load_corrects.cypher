// Load corrections of accounts by later ones
// A bulk load of columns: from, to, then the properties in schema order.
COPY CORRECTS FROM $rows;
