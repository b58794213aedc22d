"""TAEG: one chronological narrative from many accounts, with every sentence traceable to its source.

This module is a façade: names are imported on first use, and no other package of TAEG imports it. `open` returns a
`Graph`; the package `ingest` loads corpora into it and the package `eval` scores the results.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eval import benchmark
    from ingest.gospels.verse_reference import VerseReference as Reference
    from taeg.base.errors import InputError, TaegError
    from taeg.consolidate.narrative import Part
    from taeg.export import frames
    from taeg.graph.graph import Graph
    from taeg.model.corpus import AUDITED, PROFILES, PUBLISHED, Corpus, Correction, Event, Profile, Source, Version

__all__ = [
    "AUDITED",
    "PROFILES",
    "PUBLISHED",
    "Corpus",
    "Correction",
    "Event",
    "Graph",
    "InputError",
    "Part",
    "Profile",
    "Reference",
    "Source",
    "TaegError",
    "Version",
    "benchmark",
    "frames",
    "open",
]

_DEFINED_IN = {
    "taeg.model.corpus": (
        *("AUDITED", "PROFILES", "PUBLISHED", "Profile"),
        *("Corpus", "Correction", "Event", "Source", "Version"),
    ),
    "taeg.consolidate.narrative": ("Part",),
    "taeg.base.errors": ("InputError", "TaegError"),
    "taeg.graph.graph": ("Graph",),
}
_MODULE_OF = {name: module for module, names in _DEFINED_IN.items() for name in names}
_ALIASES = {"Reference": ("ingest.gospels.verse_reference", "VerseReference")}
_MODULES = {"benchmark": "eval.benchmark", "frames": "taeg.export.frames"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 (module attributes have any type)
    """Import a public name on first use, so that `import taeg` stays fast."""
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name in _ALIASES:
        module, original = _ALIASES[name]
        return getattr(import_module(module), original)
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def open(address: str | None = None, *, read_only: bool = False, create: bool = True) -> "Graph":
    """Open a graph at a path (embedded), a Neo4j address, or `neo4j`; None means `TAEG_STORE`, else `taeg.db`.

    A missing file is created unless `create` is False.
    """
    from taeg.graph.graph import Graph

    return Graph.open(address, read_only=read_only, create=create)
