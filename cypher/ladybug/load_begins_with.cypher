// Load the relationship from a corpus to its first event
// A bulk load of columns: from, to, then the properties.
COPY BEGINS_WITH FROM $rows;
