// Load the events a run could only describe
// A whole column table at once: from, to, then the properties.
COPY DESCRIBED FROM $rows;
