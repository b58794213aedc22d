// Load what a run chose
// A whole column table at once: from, to, place and score; what evaluation says of a choice comes later.
COPY CHOSE(ord, score) FROM $rows;
