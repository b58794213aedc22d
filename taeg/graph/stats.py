"""Statistics of a corpus: counts, gaps, order disagreements, corrections and digest."""

from collections import Counter
from dataclasses import dataclass

from taeg.graph import read as reading
from taeg.graph.read import Entry
from taeg.model.corpus_graph import DENSE, CorpusGraph
from taeg.model.corrections import overruled, words
from taeg.model.timeline import look_backs, order_disagreements
from taeg.store.engine import Store


@dataclass(frozen=True, slots=True)
class Stats:
    """Statistics of a corpus in a graph."""

    corpus: str
    profile: str
    engine: str
    events: int
    versions: int
    versions_with_text: int
    before: int
    same_event: int
    edges: dict[str, int]
    """The number of edges of each kind."""
    floored: int
    """Edges whose weight is the profile's floor, because their texts share no word."""
    large_events: int
    """Events with more than `DENSE` versions, whose edges are sampled and have scaled weights."""
    digest: str
    gaps: list[str]
    """Citations of versions without text."""
    partial_gaps: list[str]
    """Missing parts of versions that have a text."""
    untold: list[str]
    """Events without versions, by id and title; no narrative contains them."""
    runs: list[str]
    notes: list[str]
    title: str
    licence: str
    timeline: str
    """How the order of events was obtained: given, order, time or row."""
    order_disagreements: list[str]
    """Where a source has events in another order than the timeline."""
    contradictions: list[str]
    """The same; the former name, kept for scripts."""
    look_backs: list[str]
    """Where a statement of a draft returns to an earlier event."""
    corrections: list[str]
    """Descriptions of the corrections."""
    misfits: list[str]
    """Corrections that cannot be applied to the current corpus, with the reason."""
    overruled: list[str]
    """Decisions of a person in a draft that a correction contradicts; the correction holds."""


def read_stats(store: Store, entry: Entry) -> Stats:
    """Compute the statistics of a corpus from the graph."""
    return describe(store, entry, reading.corpus_graph(store, entry))


def describe(store: Store, entry: Entry, graph: CorpusGraph) -> Stats:
    """Compute the statistics of a corpus that was read from a graph, or that was compared with it after loading."""
    corpus = graph.corpus
    accounts = Counter(version.event for version in corpus.versions)
    connected = Counter(version.event for version in corpus.versions if not version.excluded)
    gaps = [version.citation or version.id for version in corpus.versions if not version.text]
    disagreements = order_disagreements(corpus)
    counts = {name: len(edges) for name, edges in graph.edges.items()}
    return Stats(
        corpus=entry.id,
        profile=corpus.profile.name,
        engine=store.engine,
        events=len(corpus.events),
        versions=len(corpus.versions),
        versions_with_text=len(corpus.versions) - len(gaps),
        before=counts["before"],
        same_event=counts["same_event"],
        edges=counts,
        floored=graph.floored,
        large_events=sum(count > DENSE for count in connected.values()),
        digest=graph.digest,
        gaps=gaps,
        partial_gaps=[gap for version in corpus.versions if version.text for gap in version.gaps],
        untold=[f"{event.id} {event.title}" for event in corpus.events if not accounts[event.id]],
        runs=list(reading.run_rows(store, entry)),
        notes=list(corpus.notes),
        title=corpus.title,
        licence=corpus.licence,
        timeline=corpus.timeline,
        order_disagreements=disagreements,
        contradictions=disagreements,
        look_backs=look_backs(corpus),
        corrections=[words(c) for c in corpus.corrections],
        misfits=[f"{words(c)}: {c.problem}" for c in corpus.corrections if c.problem],
        overruled=overruled(corpus),
    )
