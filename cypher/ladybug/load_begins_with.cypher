// Load the tie from a corpus to its first event
// A whole column table at once: from, to, then the properties.
COPY BEGINS_WITH FROM $rows;
