"""TAEG: one chronological narrative from many accounts, with every sentence traceable to its source.

    with taeg.open("case.db") as graph:
        taeg.ingest("statements", graph)
        narrative = graph.consolidate("taeg")
        report = taeg.evaluate(graph)
        taeg.export(graph, "synopsis.html")

This module is a façade: names are imported on first use, and no other package of TAEG imports it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike
    from types import EllipsisType
    from typing import Unpack

    from eval import benchmark
    from eval.benchmark import System
    from eval.metrics import Wanted
    from eval.metrics.metric import Metric, event_metric
    from eval.results import Report
    from ingest.drafts.values import CorpusDraft, draft
    from ingest.gospels.verse_reference import VerseReference as Reference
    from ingest.readers import check, read
    from ingest.request import Options
    from taeg import export
    from taeg.base.errors import InputError, TaegError
    from taeg.base.progress import Progress
    from taeg.consolidate.narrative import Narrative, Passage
    from taeg.consolidate.spans import Part
    from taeg.consolidate.strategies import Strategy, highest
    from taeg.export import frames
    from taeg.graph.generations import Loaded
    from taeg.graph.graph import Graph
    from taeg.model.corpus import AUDITED, PROFILES, PUBLISHED, Corpus, Correction, Event, Profile, Source, Version

__all__ = [
    "AUDITED",
    "PROFILES",
    "PUBLISHED",
    "Corpus",
    "CorpusDraft",
    "Correction",
    "Event",
    "Graph",
    "InputError",
    "Metric",
    "Narrative",
    "Part",
    "Passage",
    "Profile",
    "Reference",
    "Report",
    "Source",
    "System",
    "TaegError",
    "Version",
    "benchmark",
    "check",
    "draft",
    "evaluate",
    "event_metric",
    "export",
    "frames",
    "highest",
    "ingest",
    "open",
    "read",
]

_DEFINED_IN = {
    "taeg.model.corpus": (
        *("AUDITED", "PROFILES", "PUBLISHED", "Profile"),
        *("Corpus", "Correction", "Event", "Source", "Version"),
    ),
    "taeg.consolidate.narrative": ("Narrative", "Passage"),
    "taeg.consolidate.spans": ("Part",),
    "taeg.consolidate.strategies": ("highest",),
    "taeg.base.errors": ("InputError", "TaegError"),
    "taeg.graph.graph": ("Graph",),
    "ingest.readers": ("check", "read"),
    "ingest.drafts.values": ("CorpusDraft", "draft"),
    "eval.benchmark": ("System",),
    "eval.metrics.metric": ("Metric", "event_metric"),
    "eval.results": ("Report",),
}
_MODULE_OF = {name: module for module, names in _DEFINED_IN.items() for name in names}
_ALIASES = {"Reference": ("ingest.gospels.verse_reference", "VerseReference")}
_MODULES = {"benchmark": "eval.benchmark", "export": "taeg.export", "frames": "taeg.export.frames"}


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


def __dir__() -> list[str]:
    """List the public names, for completion."""
    return sorted({*globals(), *__all__})


def open(address: str | None = None, *, read_only: bool = False, create: bool = True) -> "Graph":
    """Open a graph at a path (embedded), a Neo4j address, or `neo4j`; None means `TAEG_STORE`, else `taeg.db`.

    A missing file is created unless `create` is False.
    """
    from taeg.graph.graph import Graph

    return Graph.open(address, read_only=read_only, create=create)


def ingest(
    corpus: "str | PathLike[str] | Corpus",
    graph: "Graph",
    *,
    id: str | None = None,
    add: bool = False,
    profile: str = "audited",
    **options: "Unpack[Options]",
) -> "Loaded":
    """Load a corpus into a graph: a built-in name, a path, or the result of `read`.

    A corpus with the same id is replaced; with `add`, its accounts are added to the stored one instead. By default the
    id is made of name and profile. `options` are those of `read`.
    """
    from ingest import load, read
    from taeg.base.progress import SILENT
    from taeg.model.corpus import Corpus

    options["part"] = add
    value = corpus if isinstance(corpus, Corpus) else read(corpus, profile=profile, **options)
    progress = options.get("progress", SILENT)
    if not add:
        return load(value, graph, id, progress)
    same_id = next((entry.id for entry in graph.corpora() if entry.id == value.id), None)
    return graph.add(value, id or same_id, progress)


def evaluate(
    graph: "Graph",
    strategies: "Iterable[str | Strategy | System | EllipsisType]" = (...,),
    metrics: "Iterable[Wanted]" = (...,),
    *,
    corpus: str | None = None,
    seeds: int = 30,
    fractions: "Sequence[float]" = (0.10, 0.25, 0.50),
    degraded_seeds: int = 10,
    progress: "Progress | None" = None,
) -> "Report":
    """Run strategies on a corpus with a reference, score them, and test the differences for significance.

    `strategies` are names and functions of your own, which map `arrays` to spans; `...` stands for all strategies of
    the paper. `metrics` are names and functions `(text, reference) -> float`; `...` stands for all that are fast. The
    strategy `random` runs with as many `seeds`. `fractions` are the shares of events that are removed to measure
    robustness, each with `degraded_seeds`. Runs and scores are recorded in the graph.
    """
    from eval import benchmark
    from taeg.base.progress import SILENT

    systems = benchmark.systems(_several(strategies), seeds)
    settings = benchmark.Settings(systems, tuple(_several(metrics)), tuple(fractions), degraded_seeds)
    return benchmark.evaluate(graph, corpus, settings, progress or SILENT)


def _several(wanted: Any) -> Any:  # noqa: ANN401 (a name or a function by itself is a list of one)
    return [wanted] if isinstance(wanted, str) or callable(wanted) else wanted
