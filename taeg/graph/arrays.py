"""The arrays of a corpus in a graph, or of a part of it, for strategies.

Numeric columns are read in batches; edges, texts, times and sentences are loaded on demand. A part is a mask over the
arrays of the whole corpus: of edges and texts only the ranges that contain it are read.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from taeg.base.errors import InputError, TaegError, nearest
from taeg.consolidate.arrays import Arrays, restrict
from taeg.consolidate.sentences import Sentence, sentences
from taeg.graph import days
from taeg.graph import read as reading
from taeg.graph.read import SLICE, Entry
from taeg.model.corpus import moment
from taeg.model.corpus_graph import Edges, IntArray
from taeg.model.part import WHOLE, Part
from taeg.store.engine import Columns, Store

NUMBERS = 100_000
"""Rows of numbers read at once; they are smaller than texts."""


def arrays(store: Store, entry: Entry, part: Part = WHOLE) -> Arrays:
    """Return the arrays of a corpus, or of a part of it."""
    shape = numbers(
        store.columns("read/shape", generation=entry.generation, start=start, stop=start + NUMBERS)
        for start in range(0, max(entry.versions, 1), NUMBERS)
    )
    if len(shape["ord"]) != entry.versions:
        raise TaegError(f"corpus {entry.id!r} is incomplete in the graph; ingest it again")
    whole = Arrays(
        events=entry.events,
        event=shape["event"],
        source=shape["source"],
        chars=shape["chars"],
        reader=_StoreReader(store, entry),
        editor=_editor_choices(store, entry),
    )
    return _part(store, entry, whole, part) if part else whole


def source_ids(store: Store, entry: Entry) -> list[str]:
    """The ids of the sources, in declared order."""
    columns = store.columns("read/source_ids", generation=entry.generation)
    return [name for _, name in sorted(zip(columns["ord"], columns["id"], strict=True))]


def numbers(parts: Iterable[Columns]) -> dict[str, IntArray]:
    """Join the columns of several batches as arrays, sorted by `ord`."""
    found = [{name: np.asarray(values, dtype=np.int64) for name, values in part.items()} for part in parts]
    joined = {name: np.concatenate([part[name] for part in found]) for name in found[0]}
    order = np.argsort(joined["ord"], kind="stable")
    return {name: values[order] for name, values in joined.items()}


class _StoreReader:
    """Loads columns from a graph."""

    def __init__(self, store: Store, entry: Entry) -> None:
        self._store = store
        self._entry = entry

    def sources(self) -> Sequence[str]:
        return source_ids(self._store, self._entry)

    def edges(self, kind: str, start: int, stop: int) -> Edges:
        generation = self._entry.generation
        found = [
            reading.edges_between(self._store, kind, generation, i, min(i + SLICE, stop))
            for i in range(start, max(stop, start + 1), SLICE)
        ]
        a, b, weight = (np.concatenate([getattr(part, name) for part in found]) for name in ("a", "b", "weight"))
        return Edges(a, b, weight)

    def texts(self, start: int, stop: int) -> Sequence[str]:
        return self._columns("read/texts", start, stop)["text"]

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        columns = self._columns("read/times", start, stop)
        return [moment(time) for time in columns["time"]], columns["telling"]

    def sentences(self) -> Sequence[Sentence]:
        store, entry = self._store, self._entry
        return sentences(reading.sources(store, entry), reading.versions(store, entry), entry.language)

    def _columns(self, statement: str, start: int, stop: int) -> Columns:
        parts = [
            self._store.columns(statement, generation=self._entry.generation, start=i, stop=min(i + SLICE, stop))
            for i in range(start, max(stop, start + 1), SLICE)
        ]
        return reading.sliced_columns(parts)


def _editor_choices(store: Store, entry: Entry) -> dict[int, int]:
    """The versions chosen by the editor, by event."""
    if not entry.corrections:
        return {}
    found = store.columns("read/editor_choices", generation=entry.generation)
    return dict(zip(found["event"], found["version"], strict=True))


def _part(store: Store, entry: Entry, whole: Arrays, part: Part) -> Arrays:
    """The part of a corpus that has the given days, sources and range of events."""
    events = _events(store, entry, part)
    inside = np.isin(whole.event, events)
    if part.sources:
        inside &= np.isin(whole.source, _sources(whole, entry, part))
    versions = np.flatnonzero(inside)
    if not len(versions):
        raise InputError(f"no version belongs to that part of corpus {entry.id!r}: {part.name}")
    return restrict(whole, np.unique(whole.event[versions]) if part.sources else events, versions)


def _events(store: Store, entry: Entry, part: Part) -> IntArray:
    first = _position(store, entry, part.first) if part.first else 0
    last = _position(store, entry, part.last) if part.last else entry.events - 1
    if last < first:
        raise InputError(f"event {part.last!r} comes before {part.first!r} in the timeline; swap --from and --to")
    if not part.days:
        return np.arange(first, last + 1)
    found = np.unique(np.concatenate([days.events_of(store, entry, day) for day in part.days]))
    found = found[(found >= first) & (found <= last)]
    if not len(found):
        raise InputError(f"no event of that day lies in that range of the timeline: {part.name}")
    return found


def _position(store: Store, entry: Entry, event: str) -> int:
    rows = store.read("read/event_place", key=f"{entry.generation}/{event}")
    if not rows:
        reading.event(store, entry, event)  # raises an error that suggests a similar id
    return int(rows[0]["ord"])


def _sources(whole: Arrays, entry: Entry, part: Part) -> list[int]:
    known = list(whole.sources)
    for source in part.sources:
        if source not in known:
            hint = nearest(source, known)
            raise InputError(f"corpus {entry.id!r} has no source {source!r}{hint}; it has: {', '.join(known[:20])}")
    return [known.index(source) for source in part.sources]
