// Load the ties from sources to their corpus
// A whole column table at once: from, to, then the properties.
COPY PART_OF FROM $rows;
