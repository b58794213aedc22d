"""From a corpus to the graph: ties its versions, weighs the ties, hands all of it to a graph."""

from taeg.base.progress import SILENT, Progress
from taeg.build import build
from taeg.graph.generations import Loaded
from taeg.graph.graph import Graph
from taeg.model.corpus import Corpus

__all__ = ["add", "build", "load"]


def load(corpus: Corpus, graph: Graph, id: str | None = None, progress: Progress = SILENT) -> Loaded:
    """Put a corpus into a graph under its own id or the given one, in place of what has that id."""
    return graph.put(corpus, id, progress)


def add(corpus: Corpus, graph: Graph, id: str | None = None, progress: Progress = SILENT) -> Loaded:
    """Add the accounts of a corpus to the one that has that id, as if all had been ingested at once."""
    return graph.add(corpus, id, progress)
