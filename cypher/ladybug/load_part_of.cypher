// Load the relationships from sources to their corpus
// A bulk load of columns: from, to, then the properties.
COPY PART_OF FROM $rows;
