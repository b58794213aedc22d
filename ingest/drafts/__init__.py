"""Drafts: raw documents without events are read, aligned, and written as a folder that is a corpus."""
