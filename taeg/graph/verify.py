"""Deep verification of a corpus in a graph, on both engines: what is not as it was loaded.

The values are read and their digest compared with the recorded one; derived properties, relationships and keys are
compared with those that loading these values would write; runs must refer to texts that the corpus has.
"""

from collections.abc import Iterator, Sequence

import numpy as np

import cypher
from taeg.base.errors import DamageError, TaegError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate.spans import BASE, TITLE, Spans
from taeg.graph import findings, runs
from taeg.graph import read as reading
from taeg.graph.load import Loading
from taeg.graph.read import SLICE, Entry
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import EDGE_KINDS, CorpusGraph, IntArray
from taeg.store.engine import Store


def problems(store: Store, entry: Entry, progress: Progress = SILENT) -> Iterator[str]:
    """Describe everything about a corpus and its runs that is not as TAEG writes it."""
    progress.stage("read")
    try:
        graph = reading.unverified(store, entry)
    except DamageError as error:
        yield str(error)
        return
    if graph.digest != entry.digest:
        yield (
            f"the digest of corpus {entry.id!r} is {graph.digest}, and {entry.digest} was recorded: a text, a title, "
            "the order or an edge is not as it was loaded"
        )
    yield from Loading(store, entry.id, entry.generation, graph).differences(progress)
    yield from _other_counts(store, entry, graph)
    yield from _lost_keys(store, entry, graph.corpus)
    progress.stage("runs")
    yield from _run_problems(store, entry, graph.corpus)
    yield from _findings_problems(store, entry, graph.corpus)


def _other_counts(store: Store, entry: Entry, graph: CorpusGraph) -> Iterator[str]:
    """Find nodes and relationships that belong to the corpus and were not loaded with it."""
    corpus = graph.corpus
    sources, events, versions = (len(values) for values in (corpus.sources, corpus.events, corpus.versions))
    for label, wanted in (("Source", sources), ("Event", events), ("Version", versions)):
        found = _count(store, cypher.fill("read/node_count", label), entry)
        if found != wanted:
            yield f"{found} {label} nodes instead of {wanted}"
    edges = ((kind.type, len(graph.edges[kind.name])) for kind in EDGE_KINDS.values())
    run_count, findings_count = (
        _count(store, cypher.fill("read/node_count", name), entry) for name in ("Run", "Findings")
    )
    for label, kind, wanted in (
        ("Corpus", "BEGINS_WITH", 1),
        ("Source", "PART_OF", sources),
        ("Event", "NEXT", events - 1),
        ("Version", "TELLS", versions),
        ("Version", "TOLD_BY", versions),
        *(("Version", kind, number) for kind, number in edges),
        ("Run", "RUN_OF", run_count),
        ("Findings", "FINDINGS_OF", findings_count),
    ):
        found = _count(store, cypher.fill("read/relationship_count", label, (kind,)), entry)
        if found != wanted:
            yield f"{found} {kind} relationships instead of {wanted}"


def _count(store: Store, statement: str, entry: Entry) -> int:
    return int(store.read(statement, generation=entry.generation)[0]["count"])


def _lost_keys(store: Store, entry: Entry, corpus: Corpus) -> Iterator[str]:
    """Find keys that the index does not have, so that runs cannot refer to their nodes."""
    for label, values in (("Source", corpus.sources), ("Event", corpus.events), ("Version", corpus.versions)):
        statement, found = cypher.fill("read/key_count", label), 0
        for start in range(0, len(values), SLICE):
            keys = [f"{entry.generation}/{value.id}" for value in values[start : start + SLICE]]
            found += int(store.read(statement, keys=keys)[0]["count"])
        if found != len(values):
            yield f"the index of {label} nodes finds {found} of {len(values)} keys"


def _run_problems(store: Store, entry: Entry, corpus: Corpus) -> Iterator[str]:
    for row in store.read("read/run_keys", corpus=entry.id):
        if not str(row["key"]).startswith(f"{row['generation']}/{row['id']}/"):
            yield f"run {row['id']!r} does not have its own key, but {row['key']!r}; consolidate again"
    for id, row in reading.run_rows(store, entry).items():
        try:
            problem = spans_problem(runs.read(store, entry, row).spans, corpus)
        except TaegError as error:
            problem = str(error)
        if problem:
            yield f"run {id!r} {problem}; consolidate again"


def _findings_problems(store: Store, entry: Entry, corpus: Corpus) -> Iterator[str]:
    try:
        recorded = findings.read(store, entry)
    except TaegError as error:
        yield str(error)
        return
    lengths = [len(version.text) for version in corpus.versions]
    if recorded and any(not 0 <= start <= end <= lengths[i] for i, start, end in recorded.findings.places):
        yield "findings refer to characters that the texts do not have; find them again with: taeg conflicts"


def spans_problem(spans: Spans, corpus: Corpus) -> str:
    """What is wrong with the spans of a run of a corpus; empty if nothing."""
    title, outside = spans.role == TITLE, spans.event < 0
    inside = within(
        (spans.event[~outside], corpus.events),
        (spans.version[~title & ~outside], corpus.versions),
        (spans.source[~title], corpus.sources),
    )
    unused = np.concatenate([spans.version[title | outside], spans.source[title], spans.event[outside]])
    if not inside or (unused != -1).any():
        return f"refers to nodes that corpus {corpus.name!r} does not have"
    versions = [corpus.versions[i].event for i in spans.version[spans.version >= 0].tolist()]
    events = [corpus.events[i].id for i in spans.event[spans.version >= 0].tolist()]
    base = spans[spans.role == BASE]
    if versions != events or not base.follow_on().all():
        return "selects versions for other events than their own"
    if (spans.start < 0).any() or (spans.start > spans.end).any() or (spans.end > _lengths(spans, corpus)).any():
        return "refers to characters that its texts do not have"
    return ""


def _lengths(spans: Spans, corpus: Corpus) -> IntArray:
    """The length of the text that each span is a part of."""
    lengths = np.zeros(len(spans), dtype=np.int64)
    version, title = spans.version >= 0, spans.role == TITLE
    source = ~version & ~title
    lengths[version] = [len(corpus.versions[i].text) for i in spans.version[version].tolist()]
    lengths[title] = [len(corpus.events[i].title) + 1 for i in spans.event[title].tolist()]
    if source.any():
        texts = [len(found.text) for found in spoken(corpus.sources, corpus.versions)]
        lengths[source] = [texts[i] for i in spans.source[source].tolist()]
    return lengths


def within(*columns: tuple[IntArray, Sequence[object]]) -> bool:
    """Whether all numbers of each column are indices of the values next to it."""
    return all(not len(column) or 0 <= column.min() <= column.max() < len(values) for column, values in columns)
