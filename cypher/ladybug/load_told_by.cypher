// Load the relationships from versions to sources
// A bulk load of columns: from, to, then the properties.
COPY TOLD_BY FROM $rows;
