"""Readers that turn files into a `Corpus`, and `load`, which stores one in a graph."""

from ingest.load import add, build, load
from ingest.readers import check, read
from ingest.request import Request

__all__ = ["Request", "add", "build", "check", "load", "read"]
