"""Functions of text alone: words, stems, sentence boundaries, times and the NLTK data they need."""
