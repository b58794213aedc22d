"""How a corpus gets into the graph and out of it: by generations, never in place.

A new generation is loaded under its own keys, read back and compared by digest; one transaction then moves the
pointer, and the old generation is swept. A run that dies at any moment leaves the old corpus or the new one, whole,
and leftovers that the next run sweeps.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from taeg import reading
from taeg.corpusgraph import CorpusGraph, Edges
from taeg.errors import InputError, TaegError
from taeg.plain import to_json
from taeg.reading import Entry
from taeg.store import Store
from taeg.values import Version, check_id

SWEEP_BATCH = 10_000

Progress = Callable[[str], None]
Table = tuple[str, dict[str, Sequence[object]]]


class OvertakenError(TaegError):
    """The corpus was changed by somebody else between reading it and writing it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did."""

    corpus: str
    digest: str
    changed: bool
    replaced: bool = False
    """Whether another corpus of that id made way, and its runs with it."""


def load(
    store: Store,
    corpus: str,
    graph: CorpusGraph,
    progress: Progress = lambda _: None,
    instead_of: str | None = None,
) -> Loaded:
    """Make the graph's corpus of that id exactly the given one; the same corpus again changes nothing.

    With `instead_of`, only in place of that generation: what was made from it must not undo what came after it.
    """
    check_id("corpus", corpus)
    if _is_there(store, corpus, graph):
        sweep(store, corpus)
        return Loaded(corpus, graph.digest, changed=False)
    generation = f"{corpus}@{secrets.token_hex(8)}"
    current = store.write("write/claim", corpus=corpus, generation=generation)[0]["generation"]
    try:
        _check_base(corpus, current, instead_of)
        sweep(store, corpus)
        for name, columns in _tables(corpus, generation, graph):
            progress(name)
            store.load(name, columns)
        progress("check")
        _verify(store, _entry(corpus, generation, graph), graph)
        progress("switch")
        _switch(store, corpus, generation, graph)
    except BaseException:
        with suppress(TaegError):  # the engine may be what failed; the next run sweeps then
            _give_up(store, corpus, generation)
        raise
    progress("sweep")
    sweep(store, corpus)
    return Loaded(corpus, graph.digest, changed=True, replaced=bool(current))


def delete(store: Store, corpus: str | None) -> str:
    """Take a corpus out of the graph, with all its runs; returns its id. One half deleted before can be finished."""
    if corpus is None or not store.read("read/pointer", corpus=corpus):
        corpus = reading.find(store, corpus).id
    store.write("write/hide", corpus=corpus)
    sweep(store, corpus)
    store.write("write/drop", corpus=corpus)
    return corpus


def sweep(store: Store, corpus: str) -> None:
    """Remove all nodes of a corpus that belong neither to its current nor to its claimed generation."""
    for kind in ("runs", "versions", "events", "sources"):
        while store.write(f"write/sweep_{kind}", corpus=corpus, batch=SWEEP_BATCH)[0]["swept"]:
            pass


def _check_base(corpus: str, current: str, instead_of: str | None) -> None:
    if instead_of is not None and current != instead_of:
        raise OvertakenError(f"another process has changed corpus {corpus!r} meanwhile; run this again")


def _give_up(store: Store, corpus: str, generation: str) -> None:
    """Leave no trace of a load that failed."""
    store.write("write/release", corpus=corpus, generation=generation)
    sweep(store, corpus)
    store.write("write/drop", corpus=corpus)


def _switch(store: Store, corpus: str, generation: str, graph: CorpusGraph) -> None:
    value = graph.corpus
    store.write(
        "write/switch",
        corpus=corpus,
        generation=generation,
        profile_name=value.profile.name,
        language=value.language,
        notes=list(value.notes),
        events=len(value.events),
        versions=len(value.versions),
        digest=graph.digest,
        timeline=value.timeline,
        title=value.title,
        licence=value.licence,
        corrections=to_json(value.corrections),
        originals=to_json(value.originals),
    )
    # not the number of rows: after a commit whose reply was lost, the retried statement finds its work done
    rows = store.read("read/pointer", corpus=corpus)
    if not rows or rows[0]["generation"] != generation:
        raise TaegError(
            f"another process has ingested or deleted corpus {corpus!r} meanwhile, and its result stands; "
            "run this again"
        )


def _is_there(store: Store, corpus: str, graph: CorpusGraph) -> bool:
    """Whether the graph already holds exactly this; what was recorded of it is not enough."""
    rows = store.read("read/pointer", corpus=corpus)
    if not rows or not rows[0]["generation"] or rows[0]["digest"] != graph.digest:
        return False
    return _is_whole(store, _entry(corpus, rows[0]["generation"], graph), graph)


def _entry(corpus: str, generation: str, graph: CorpusGraph) -> Entry:
    value = graph.corpus
    return Entry(
        id=corpus,
        profile=value.profile,
        language=value.language,
        notes=value.notes,
        events=len(value.events),
        versions=len(value.versions),
        digest=graph.digest,
        generation=generation,
        timeline=value.timeline,
        title=value.title,
        licence=value.licence,
        corrections=value.corrections,
        originals=value.originals,
    )


def _verify(store: Store, entry: Entry, graph: CorpusGraph) -> None:
    if not _is_whole(store, entry, graph):
        raise TaegError(
            f"corpus {entry.id!r} did not arrive whole in the graph (disk full, or another ingest at the same time?); "
            "what was there before stands; run this again"
        )


def _is_whole(store: Store, entry: Entry, graph: CorpusGraph) -> bool:
    """Read a generation back: an engine's word that it is stored is not enough (a full disk, another sweeper)."""
    ends = {"generation": entry.generation, "start": 0, "stop": max(entry.events, entry.versions)}
    ties = store.read("read/ties", **ends)[0]["ties"]
    steps = store.read("read/timeline_steps", **ends)[0]["steps"]
    if ties != entry.versions or steps != entry.events - 1:
        return False
    try:
        return reading.corpus_graph(store, entry).digest == graph.digest
    except InputError:  # what is left of it is no corpus
        return False


def _tables(corpus: str, generation: str, graph: CorpusGraph) -> Iterator[Table]:
    """The rows of a generation, table by table, nodes before the ties between them."""
    value = graph.corpus
    sources, events, versions = value.sources, value.events, value.versions
    source_ord = {s.id: i for i, s in enumerate(sources)}
    event_ord = {e.id: i for i, e in enumerate(events)}
    source_keys = [f"{generation}/{s.id}" for s in sources]
    event_keys = [f"{generation}/{e.id}" for e in events]
    version_keys = [f"{generation}/{v.id}" for v in versions]

    def owned(count: int) -> dict[str, Sequence[object]]:
        return {"corpus": [corpus] * count, "generation": [generation] * count, "ord": list(range(count))}

    yield (
        "sources",
        {
            "key": source_keys,
            "id": [s.id for s in sources],
            **owned(len(sources)),
            "name": [s.title for s in sources],
            "text": [s.text for s in sources],
            "author": [s.author for s in sources],
            "dated": [s.date for s in sources],
            "rank": [s.rank for s in sources],
        },
    )
    yield (
        "events",
        {
            "key": event_keys,
            "id": [e.id for e in events],
            **owned(len(events)),
            "title": [e.title for e in events],
            "day": [e.day for e in events],
            "location": [e.location for e in events],
            "reference": [e.reference for e in events],
            "time": [e.time for e in events],
            "position": [e.position for e in events],
            "declared": [e.declared for e in events],
            "choice": [e.choice for e in events],
            "made": [e.made for e in events],
            "edits": [list(e.edits) for e in events],
        },
    )
    of_event = [event_ord[v.event] for v in versions]
    of_source = [source_ord[v.source] for v in versions]
    yield (
        "versions",
        {
            "key": version_keys,
            "id": [v.id for v in versions],
            **owned(len(versions)),
            "name": [_caption(v, sources[of].title) for v, of in zip(versions, of_source, strict=True)],
            "event": [v.event for v in versions],
            "source": [v.source for v in versions],
            "event_ord": of_event,
            "source_ord": of_source,
            "reference": [v.reference for v in versions],
            "text": [v.text for v in versions],
            "chars": [len(v.text) for v in versions],
            "gaps": [list(v.gaps) for v in versions],
            "time": [v.time for v in versions],
            "title": [v.title for v in versions],
            "position": [v.position for v in versions],
            "language": [v.language for v in versions],
            "telling": [v.telling for v in versions],
            "told_of": [v.told_of for v in versions],
            "excluded": [v.excluded for v in versions],
            "latest": value.latest,
        },
    )
    yield "part_of", {"a": source_keys, "b": [corpus] * len(sources)}
    yield "begins_with", {"a": [corpus], "b": event_keys[:1]}
    steps = list(pairwise(event_keys))
    yield "next", {"a": [a for a, _ in steps], "b": [b for _, b in steps]}
    yield "tells", {"a": version_keys, "b": [event_keys[i] for i in of_event]}
    yield "told_by", {"a": version_keys, "b": [source_keys[i] for i in of_source]}
    yield "before", _edge_table(graph.before, version_keys)
    yield "same_event", _edge_table(graph.same_event, version_keys)


def _edge_table(edges: Edges, keys: Sequence[str]) -> dict[str, Sequence[object]]:
    return {
        "a": [keys[i] for i in edges.a.tolist()],
        "b": [keys[i] for i in edges.b.tolist()],
        "weight": edges.weight.tolist(),
    }


def _caption(version: Version, source: str) -> str:
    """What a version is called where it is drawn: who says so and where, briefly."""
    if source and source in version.reference:
        return version.reference
    return f"{version.source}: {version.reference or version.event}"
