// Load SAME_EVENT edges with their weights
// A whole column table at once: from, to, then the properties.
COPY SAME_EVENT FROM $rows;
