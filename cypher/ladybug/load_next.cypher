// Load the timeline
// A bulk load of columns: from, to, then the properties.
COPY NEXT FROM $rows;
