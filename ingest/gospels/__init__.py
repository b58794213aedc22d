"""The gospel corpora: verse texts, verse references, chronology and gold text."""
