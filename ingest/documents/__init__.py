"""Documents: Markdown, text, Word and PDF."""
