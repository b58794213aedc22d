// Load the ties from versions to sources
// A whole column table at once: from, to, then the properties.
COPY TOLD_BY FROM $rows;
