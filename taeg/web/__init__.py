"""Local web server for the synopsis: the application (`app`), its plain pages, and the server with its limits."""
