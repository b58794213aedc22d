"""A corpus in a store: loading, reading, runs, revisions, backups, and `Graph`, which `taeg.open()` returns."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taeg.graph.graph import Graph

__all__ = ["Graph"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 (module attributes have any type)
    """Import `Graph` on first use: it loads numpy and an engine."""
    if name == "Graph":
        from taeg.graph.graph import Graph

        return Graph
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
