"""Contradictions between accounts: claims, conflicts of claims, corrections and copies, facts, and their settlement.

Pure functions of texts and values: no files, no store. Nothing here removes anything from a narrative or a corpus.
"""
