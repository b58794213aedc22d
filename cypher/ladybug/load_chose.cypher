// Load what a run chose
// A whole column table at once: from, to, then the properties.
COPY CHOSE FROM $rows;
