// Load the ties from versions to events
// A whole column table at once: from, to, then the properties.
COPY TELLS FROM $rows;
