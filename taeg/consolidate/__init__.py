"""Consolidation: strategies, LexRank and the narrative that a run produces. No store in it."""
