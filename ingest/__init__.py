"""Readers that turn files into a `Corpus`, and functions that store one in a graph."""

from ingest.readers import check, read
from ingest.request import Request
from taeg.base.progress import SILENT, Progress
from taeg.build import build
from taeg.graph.generations import Loaded
from taeg.graph.graph import Graph
from taeg.model.corpus import Corpus

__all__ = ["Request", "add", "build", "check", "load", "read"]


def load(
    corpus: Corpus, graph: Graph, id: str | None = None, progress: Progress = SILENT, *, replace: bool = False
) -> Loaded:
    """Store a corpus in a graph under its own id or the given one, replacing what has that id.

    A corpus that was read from another file or folder is only replaced with `replace`.
    """
    return graph.put(corpus, id, progress, replace=replace)


def add(corpus: Corpus, graph: Graph, id: str | None = None, progress: Progress = SILENT) -> Loaded:
    """Add the accounts of a corpus to the stored one of that id, as if all had been ingested at once."""
    return graph.add(corpus, id, progress)
