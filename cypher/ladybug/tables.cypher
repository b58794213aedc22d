// Which tables the file has
// Tells a graph of ours from an empty file or from somebody else's graph before anything else is asked.
CALL show_tables() RETURN name;
