"""Corpora in: readers that turn what lies on disk into a `Corpus`."""

from ingest.readers import read

__all__ = ["read"]
