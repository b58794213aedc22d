"""BuildTAEG: the BEFORE and SAME_EVENT edges of a corpus and their TF-IDF weights."""
