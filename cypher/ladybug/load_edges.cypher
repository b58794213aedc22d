// Load edges of one type between versions
// A whole table at once: from, to, then the properties in the order of the schema.
COPY LABEL FROM $rows;
