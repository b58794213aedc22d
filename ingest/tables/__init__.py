"""Tables: CSV, TSV, JSON Lines and Excel."""
