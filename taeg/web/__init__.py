"""Local web server for the synopsis: the application (`app`), and the server with its limits."""
