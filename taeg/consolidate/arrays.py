"""A corpus as strategies see it: numeric columns with one entry per version, and further columns loaded on demand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError
from taeg.consolidate.lexrank import lexrank
from taeg.consolidate.sentences import Sentence, sentences
from taeg.consolidate.spans import Spans
from taeg.model.corpus import moment
from taeg.model.corpus_graph import CorpusGraph, Edges, FloatArray, IntArray, join, slices
from taeg.text.language import UNKNOWN

if TYPE_CHECKING:
    from taeg.text.vectors import Encoder

ENCODED = 3_000_000
"""Characters of texts for which sentence vectors are computed without being asked for, in about three minutes."""
GAP = 1_000
"""Positions of a part that are closer than this are read together."""
EVENTS_AT_ONCE = 50_000
CHARACTERS_AT_ONCE = 16_000_000
"""Limits of a batch of events whose texts are in memory."""


class Reader(Protocol):
    """Loads further columns. `start` and `stop` are positions of versions."""

    def sources(self) -> Sequence[str]:
        """Return the ids of the sources, in declared order."""

    def edges(self, kind: str, start: int, stop: int) -> Edges:
        """Return the edges of a kind whose first end is among these versions, sorted by both ends."""

    def texts(self, start: int, stop: int) -> Sequence[str]:
        """Return the texts of these versions."""

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        """Return the time of each version as a number, -inf if unknown, and its position in its source."""

    def sentences(self) -> Sequence[Sentence]:
        """Return all sentences of all sources, in order."""


Ranking = Callable[["Arrays", Sequence[str], float, float, int], FloatArray]
"""Ranks versions over the given kinds of edges, with damping, tolerance and a maximum number of steps."""


def rank_in_process(
    arrays: "Arrays", kinds: Sequence[str], damping: float, tolerance: float, max_steps: int
) -> FloatArray:
    """LexRank in this process."""
    edges = [arrays.edges(kind) for kind in kinds]
    return lexrank(len(arrays.event), *edges, damping=damping, tolerance=tolerance, max_steps=max_steps)


@dataclass(frozen=True)
class Arrays:
    """A corpus or a part of one: an entry for each version, in declared order."""

    events: int
    """The number of events."""
    event: IntArray
    source: IntArray
    chars: IntArray
    """0 for a version without text, which no strategy may select."""
    reader: Reader
    editor: Mapping[int, int] = field(default_factory=dict)
    """The versions chosen by the editor, by event."""
    passed_over: npt.NDArray[np.bool_] | None = None
    """Versions that `highest` selects only if the event has no others: another one tells more of what a policy or a
    person prefers."""
    ranking: Ranking = rank_in_process
    """Computes centrality; the graph may replace it by a ranking on the server."""
    language: str = UNKNOWN
    """The language of the corpus."""
    encoder: "Encoder | None" = None
    """Computes sentence vectors, if a model is available and wanted."""
    event_index: IntArray | None = None
    """For a part: the index of each event in the whole corpus."""
    version_index: IntArray | None = None
    """For a part: the index of each version in the whole corpus."""

    def edges(self, kind: str) -> Edges:
        """Return the edges of a kind, for instance `before`; loaded once."""
        if kind not in self._edges:
            self._edges[kind] = self.reader.edges(kind, 0, len(self.event))
        return self._edges[kind]

    @cached_property
    def _edges(self) -> dict[str, Edges]:
        return {}

    def texts(self, start: int = 0, stop: int | None = None) -> Sequence[str]:
        """Return the texts of a range of versions, by default of all; they are not kept."""
        return self.reader.texts(start, len(self.event) if stop is None else stop)

    @cached_property
    def sources(self) -> Sequence[str]:
        """The ids of the sources, in declared order."""
        return self.reader.sources()

    @cached_property
    def _times(self) -> tuple[Sequence[float], Sequence[int]]:
        return self.reader.times(0, len(self.event))

    @property
    def times(self) -> FloatArray:
        """The time of each version as a number, -inf if unknown."""
        return np.asarray(self._times[0], dtype=np.float64)

    @property
    def order_in_source(self) -> IntArray:
        """The position of each version in its own source."""
        return np.asarray(self._times[1], dtype=np.int64)

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """All sentences of all sources, in order."""
        return self.reader.sentences()

    def in_corpus(self, spans: Spans) -> Spans:
        """Convert the indices of spans of a part to those of the whole corpus."""
        if self.event_index is None or self.version_index is None:
            return spans
        event, version = _at(self.event_index, spans.event), _at(self.version_index, spans.version)
        return replace(spans, event=event, version=version)


def in_memory(graph: CorpusGraph) -> Arrays:
    """Return the arrays of a corpus in memory."""
    corpus = graph.corpus
    event_index = {event.id: i for i, event in enumerate(corpus.events)}
    source_index = {source.id: i for i, source in enumerate(corpus.sources)}
    version_index = {version.id: i for i, version in enumerate(corpus.versions)}
    return Arrays(
        events=len(corpus.events),
        event=np.array([event_index[v.event] for v in corpus.versions], dtype=np.int64),
        source=np.array([source_index[v.source] for v in corpus.versions], dtype=np.int64),
        chars=np.array([len(v.text) if v.usable else 0 for v in corpus.versions], dtype=np.int64),
        reader=_GraphReader(graph),
        editor={event_index[e.id]: version_index[e.choice] for e in corpus.events if e.choice in version_index},
        language=corpus.language,
    )


def find_encoder(arrays: Arrays, model: str | None = None) -> "Encoder | None":
    """Return the encoder for a corpus, or None: a named model, else one on this machine if the corpus is not large."""
    from taeg.text import vectors

    if model is None and int(arrays.chars.sum()) > ENCODED:
        return None
    return vectors.find_encoder(model, arrays.language)


class _GraphReader:
    """Takes columns from a corpus in memory."""

    def __init__(self, graph: CorpusGraph) -> None:
        self._graph = graph
        self._corpus = graph.corpus

    def sources(self) -> Sequence[str]:
        return [source.id for source in self._corpus.sources]

    def edges(self, kind: str, start: int, stop: int) -> Edges:
        edges: Edges = getattr(self._graph, kind)
        return edges.take(np.flatnonzero((edges.a >= start) & (edges.a < stop)))

    def texts(self, start: int, stop: int) -> Sequence[str]:
        return [version.text for version in self._corpus.versions[start:stop]]

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        date = {source.id: source.date for source in self._corpus.sources}
        versions = self._corpus.versions[start:stop]
        return [moment(v.time or date[v.source]) for v in versions], [v.order_in_source for v in versions]

    def sentences(self) -> Sequence[Sentence]:
        return sentences(self._corpus.sources, self._corpus.versions, self._corpus.language)


def restrict(arrays: Arrays, events: IntArray, versions: IntArray) -> Arrays:
    """Return the sub-graph of some events and versions, given by their sorted indices.

    Only edges between these versions remain; their weights are those of the whole corpus.
    """
    event_of = {event: i for i, event in enumerate(events.tolist())}
    version_of = {version: i for i, version in enumerate(versions.tolist())}
    inside = [(event, version) for event, version in arrays.editor.items() if version in version_of]
    return replace(
        arrays,
        events=len(events),
        event=np.searchsorted(events, arrays.event[versions]),
        source=arrays.source[versions],
        chars=arrays.chars[versions],
        reader=_PartReader(arrays.reader, versions),
        editor={event_of[event]: version_of[version] for event, version in inside},
        event_index=events,
        version_index=versions,
    )


def whole_events(arrays: Arrays) -> Iterator[tuple[int, int]]:
    """Ranges of versions that split no event, with texts of limited length unless a single event has more."""
    event = arrays.event
    if not len(event):
        return
    before, after = np.maximum.accumulate(event), np.minimum.accumulate(event[::-1])[::-1]
    starts = np.flatnonzero(np.concatenate([[True], before[:-1] < after[1:]]))
    characters = np.add.reduceat(arrays.chars, starts)
    ends = np.append(starts, len(event))[slices(characters.tolist(), EVENTS_AT_ONCE, CHARACTERS_AT_ONCE)]
    yield from pairwise(ends.tolist())


def stretches(indices: IntArray) -> list[tuple[int, int]]:
    """Return ranges that cover sorted indices; nearby indices share one."""
    if not len(indices):
        return []
    groups = np.split(indices, np.flatnonzero(np.diff(indices) > GAP) + 1)
    return [(int(group[0]), int(group[-1]) + 1) for group in groups]


class _PartReader:
    """Loads the columns of some versions of a corpus."""

    def __init__(self, whole: Reader, versions: IntArray) -> None:
        self._whole = whole
        self._versions = versions

    def sources(self) -> Sequence[str]:
        return self._whole.sources()

    def edges(self, kind: str, start: int, stop: int) -> Edges:
        kept = self._versions[start:stop]
        found = join(self._whole.edges(kind, *ends) for ends in stretches(kept))
        found = found.take(np.flatnonzero(np.isin(found.a, kept) & np.isin(found.b, self._versions)))
        return replace(found, a=np.searchsorted(self._versions, found.a), b=np.searchsorted(self._versions, found.b))

    def texts(self, start: int, stop: int) -> Sequence[str]:
        kept = self._versions[start:stop]
        texts: list[str] = []
        for first, end in stretches(kept):
            read = self._whole.texts(first, end)
            texts += [read[i - first] for i in kept[(kept >= first) & (kept < end)].tolist()]
        return texts

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        kept = self._versions[start:stop]
        times, order = self._whole.times(int(kept[0]), int(kept[-1]) + 1)
        places = (kept - kept[0]).tolist()
        return [times[i] for i in places], [order[i] for i in places]

    def sentences(self) -> Sequence[Sentence]:
        raise InputError(
            "lexrank quotes from whole sources; for a part of a corpus use a strategy that selects versions"
        )


def _at(index: IntArray, positions: IntArray) -> IntArray:
    return np.where(positions < 0, -1, index[positions]) if len(index) else positions
