"""Corpora in: readers that turn what lies on disk into a `Corpus`, and `load`, which puts it into a graph.

`stream` does both for tables that are too long for memory.
"""

from ingest.load import add, build, load
from ingest.readers import check, read
from ingest.request import Request
from ingest.streaming import is_long
from ingest.streaming import load as stream

__all__ = ["Request", "add", "build", "check", "is_long", "load", "read", "stream"]
