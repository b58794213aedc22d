// The tables of the file
// Distinguishes a graph of TAEG from an empty file and from other graphs when the file is opened.
CALL show_tables() RETURN name;
