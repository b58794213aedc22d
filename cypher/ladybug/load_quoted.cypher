// Load the sentences a run quotes
// A whole column table at once: from, to, then the properties.
COPY QUOTED FROM $rows;
