// Load the timeline
// A whole column table at once: from, to, then the properties.
COPY NEXT FROM $rows;
