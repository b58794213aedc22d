// Load the tie from a run to its corpus
// A whole column table at once: from, to, then the properties.
COPY RUN_OF FROM $rows;
