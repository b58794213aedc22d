// Load the relationships from versions to events
// A bulk load of columns: from, to, then the properties.
COPY TELLS FROM $rows;
