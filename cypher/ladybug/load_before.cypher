// Load BEFORE edges with their weights
// A whole column table at once: from, to, then the properties.
COPY BEFORE FROM $rows;
