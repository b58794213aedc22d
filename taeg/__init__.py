"""TAEG: one chronological narrative out of many accounts, every sentence traced to who said it.

`open` gives a `Graph`; the package `ingest` reads corpora into it, the package `eval` scores what comes out.
"""

from typing import TYPE_CHECKING

from taeg.errors import InputError, TaegError
from taeg.parts import Part
from taeg.profiles import AUDITED, PROFILES, PUBLISHED, Profile
from taeg.reference import Reference
from taeg.values import Corpus, Event, Source, Version

if TYPE_CHECKING:
    from taeg.graph import Graph

__all__ = [
    "AUDITED",
    "PROFILES",
    "PUBLISHED",
    "Corpus",
    "Event",
    "InputError",
    "Part",
    "Profile",
    "Reference",
    "Source",
    "TaegError",
    "Version",
    "open",
]


def open(address: str | None = None, *, read_only: bool = False, create: bool = True) -> "Graph":
    """Open a graph: a path (embedded), a Neo4j address, or `neo4j`; None means `TAEG_STORE`, else `taeg.db`.

    A file that is not there is made, unless `create` is False.
    """
    from taeg.graph import Graph  # numpy, scipy and an engine: not before somebody wants them

    return Graph.open(address, read_only=read_only, create=create)
