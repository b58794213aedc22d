"""Corpora in: readers that turn what lies on disk into a `Corpus`, and `load`, which puts it into a graph."""

from ingest.load import add, build, load
from ingest.readers import check, read

__all__ = ["add", "build", "check", "load", "read"]
