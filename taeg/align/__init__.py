"""Alignment of raw statements: passages, the events they describe, and one timeline. No files, no store, no clock."""
