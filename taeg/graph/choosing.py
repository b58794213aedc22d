"""From the graph to what strategies choose from: arrays of numbers for a whole corpus, or for a part of it alone.

Numbers come in columns and slices; edges, texts, times and sentences only when a strategy looks at them. A part is
found from its events or its sources, and nothing outside it is fetched. Which events are of a day: see
`taeg.graph.days`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from taeg.base.errors import InputError, TaegError, nearest
from taeg.consolidate.sentences import Lazy, sentences
from taeg.consolidate.strategies import Arrays, Sentence
from taeg.graph import days
from taeg.graph import read as reading
from taeg.graph.read import PLACES, SLICE, Entry, listed
from taeg.model.corpus import moment
from taeg.model.corpus_graph import Edges, FloatArray, IntArray
from taeg.model.part import Part
from taeg.store.engine import Columns, Store

NUMBERS = 100_000
"""Nodes whose numbers are asked for at once; they are smaller than texts."""

Numbers = Mapping[str, IntArray]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the events and versions of a part stand in their corpus, rising; its arrays count them from 0."""

    events: IntArray
    versions: IntArray
    told: IntArray
    """For each version the place of the event that it tells."""
    stretches: tuple[tuple[int, int], ...]
    """The stretches of the timeline that it lies in."""
    sources: tuple[int, ...]
    """The places of its sources; none where all may tell."""


class LazyEdges(Edges):
    """Edges that are read when they are first looked at."""

    __slots__ = ("_made", "_read")
    _made: Edges | None
    _read: Callable[[], Edges]

    def __init__(self, read: Callable[[], Edges]) -> None:
        object.__setattr__(self, "_read", read)
        object.__setattr__(self, "_made", None)

    def _edges(self) -> Edges:
        if self._made is None:
            object.__setattr__(self, "_made", self._read())
            return self._edges()
        return self._made

    @property
    def a(self) -> IntArray:
        """The first ends."""
        return self._edges().a

    @property
    def b(self) -> IntArray:
        """The second ends."""
        return self._edges().b

    @property
    def weight(self) -> FloatArray:
        """The weights."""
        return self._edges().weight


class LazyTexts(Lazy[str]):
    """Texts of which a slice is read by itself and not kept; who looks at one has them all read."""

    def __init__(self, count: int, read: Callable[[int, int], Sequence[str]]) -> None:
        super().__init__(lambda: read(0, count))
        self._count = count
        self._read = read

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice) and index.step is None and self._made is None:
            start, stop, _ = index.indices(self._count)
            return self._read(start, stop) if start < stop else []
        return super().__getitem__(index)

    def __len__(self) -> int:
        return self._count


def arrays(store: Store, entry: Entry) -> Arrays:
    """What strategies choose from in a whole corpus."""
    shape = _numbers(
        store.columns("read/shape", generation=entry.generation, start=start, stop=start + NUMBERS)
        for start in range(0, max(entry.versions, 1), NUMBERS)
    )
    if len(shape["ord"]) != entry.versions:
        raise TaegError(f"corpus {entry.id!r} is not whole in the graph; ingest it again")
    texts, times, tellings = _told(store, entry, None)
    return Arrays(
        events=entry.events,
        event=shape["event"],
        source=shape["source"],
        chars=shape["chars"],
        before=LazyEdges(lambda: reading.edges(store, "before", entry)),
        same_event=LazyEdges(lambda: reading.edges(store, "same_event", entry)),
        sources=Lazy(lambda: source_ids(store, entry)),
        texts=texts,
        sentences=Lazy(lambda: _sentences(store, entry)),
        times=times,
        tellings=tellings,
    )


def part_arrays(store: Store, entry: Entry, part: Part) -> tuple[Arrays, Cut]:
    """What strategies choose from in a part of a corpus, and where that part stands in it."""
    stretches = _stretches(store, entry, part)
    sources = _source_places(store, entry, part)
    shape = _numbers(_shapes(store, entry, stretches, sources))
    if not len(shape["ord"]):
        raise InputError(f"nobody tells anything of that part of corpus {entry.id!r}: {part.name}")
    events = np.unique(shape["event"]) if sources else np.concatenate([np.arange(*ends) for ends in stretches])
    cut = Cut(events, shape["ord"], shape["event"], stretches, sources)
    texts, times, tellings = _told(store, entry, cut)
    return (
        Arrays(
            events=len(events),
            event=np.searchsorted(events, shape["event"]),
            source=shape["source"],
            chars=shape["chars"],
            before=LazyEdges(lambda: _edges(store, "before", entry, cut)),
            same_event=LazyEdges(lambda: _edges(store, "same_event", entry, cut)),
            sources=Lazy(lambda: source_ids(store, entry)),
            texts=texts,
            sentences=Lazy(_no_sentences),
            times=times,
            tellings=tellings,
        ),
        cut,
    )


def editor_choices(store: Store, entry: Entry, cut: Cut | None) -> dict[int, int]:
    """The versions that the editor wants told, by their event, counted as the arrays do."""
    if not entry.corrections:
        return {}
    chosen: dict[int, int] = {}
    for some in asked(cut.stretches if cut else ((0, entry.events),)):
        found = store.columns("read/editor_choices", generation=entry.generation, **some)
        chosen.update(zip(found["event"], found["version"], strict=True))
    if cut is None:
        return chosen
    places = {place: i for i, place in enumerate(cut.versions.tolist())}
    inside = {event: places[version] for event, version in chosen.items() if version in places}
    return {int(np.searchsorted(cut.events, event)): version for event, version in inside.items()}


def source_ids(store: Store, entry: Entry) -> list[str]:
    """The ids of the sources, in declared order."""
    columns = store.columns("read/source_ids", generation=entry.generation)
    return [name for _, name in sorted(zip(columns["ord"], columns["id"], strict=True))]


def _told(store: Store, entry: Entry, cut: Cut | None) -> tuple[Sequence[str], Sequence[float], Sequence[int]]:
    """Texts, times and places in their sources, each read when it is asked for."""
    count = entry.versions if cut is None else len(cut.versions)

    def read(name: str, start: int = 0, stop: int = count) -> Columns:
        size = SLICE if cut is None else PLACES
        ends = [(first, min(first + size, stop)) for first in range(start, max(stop, start + 1), size)]
        if cut is None:
            parts = [store.columns(f"read/{name}", generation=entry.generation, start=a, stop=b) for a, b in ends]
        else:
            named = [listed(cut.versions[a:b].tolist(), among=cut.told[a:b].tolist()) for a, b in ends]
            parts = [store.columns(f"read/part_{name}", generation=entry.generation, **some) for some in named]
        return reading.sliced_columns(parts)

    return (
        LazyTexts(count, lambda start, stop: read("texts", start, stop)["text"]),
        Lazy(lambda: [moment(time) for time in read("times")["time"]]),
        Lazy(lambda: read("times")["telling"]),
    )


def _sentences(store: Store, entry: Entry) -> list[Sentence]:
    return sentences(reading.sources(store, entry), reading.versions(store, entry), entry.language)


def _no_sentences() -> Sequence[Sentence]:
    raise InputError("lexrank quotes from whole sources; for a part of a corpus take a strategy that chooses versions")


def _stretches(store: Store, entry: Entry, part: Part) -> tuple[tuple[int, int], ...]:
    """The stretches of the timeline that a part lies in, each from its first event up to the one after its last."""
    first = _place(store, entry, part.first) if part.first else 0
    last = _place(store, entry, part.last) if part.last else entry.events - 1
    if last < first:
        raise InputError(f"event {part.last!r} stands before {part.first!r} in the timeline; exchange --from and --to")
    if not part.days:
        return ((first, last + 1),)
    found = np.unique(np.concatenate([days.events_of(store, entry, day) for day in part.days]))
    found = found[(found >= first) & (found <= last)]
    if not len(found):
        raise InputError(f"no event of that day stands in that stretch of the timeline: {part.name}")
    runs = np.split(found, np.flatnonzero(np.diff(found) > 1) + 1)
    return tuple((int(run[0]), int(run[-1]) + 1) for run in runs)


def _place(store: Store, entry: Entry, event: str) -> int:
    rows = store.read("read/event_place", key=f"{entry.generation}/{event}")
    if not rows:
        reading.event(store, entry, event)  # says which is nearest
    return int(rows[0]["ord"])


def _source_places(store: Store, entry: Entry, part: Part) -> tuple[int, ...]:
    if not part.sources:
        return ()
    known = source_ids(store, entry)
    for source in part.sources:
        if source not in known:
            hint = nearest(source, known)
            raise InputError(f"corpus {entry.id!r} has no source {source!r}{hint}; it has: {', '.join(known[:20])}")
    return tuple(sorted(known.index(source) for source in part.sources))


def _shapes(
    store: Store, entry: Entry, stretches: Iterable[tuple[int, int]], sources: Sequence[int]
) -> Iterable[Columns]:
    for some in asked(stretches):
        if sources:
            yield store.columns("read/source_shape", generation=entry.generation, sources=list(sources), **some)
        else:
            yield store.columns("read/part_shape", generation=entry.generation, **some)


def asked(stretches: Iterable[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """How to ask for the events of many stretches in few statements: long ones by their ends, short ones by a list."""
    short: list[int] = []
    for first, end in stretches:
        long = end - first > PLACES
        if short and (long or len(short) + end - first > PLACES or end - short[0] > NUMBERS):
            yield _events(short)
            short = []
        if long:
            for start in range(first, end, NUMBERS):
                yield _events(range(start, min(start + NUMBERS, end)))
        else:
            short.extend(range(first, end))
    if short:
        yield _events(short)


def _events(places: Sequence[int]) -> dict[str, Any]:
    unbroken = places[-1] - places[0] + 1 == len(places)
    return {
        "start": places[0],
        "stop": places[-1] + 1,
        "unbroken": unbroken,
        "places": [-1] if unbroken else list(places),
    }


def _edges(store: Store, kind: str, entry: Entry, cut: Cut) -> Edges:
    """The edges between versions of a part, counted as its arrays do."""
    found = [
        store.columns(
            f"read/part_{kind}",
            generation=entry.generation,
            places=places,
            start=cut.stretches[0][0],
            stop=cut.stretches[-1][1],
            anyone=not cut.sources,
            sources=list(cut.sources) or [-1],
        )
        for places in _slices(cut.versions, SLICE)
    ]
    a, b = (_ints([v for columns in found for v in columns[end]]) for end in ("a", "b"))
    weight = np.asarray([v for columns in found for v in columns["weight"]], dtype=np.float64)
    inside = np.isin(b, cut.versions)  # of days that lie apart, an edge may lead into what lies between
    a, b, weight = np.searchsorted(cut.versions, a[inside]), np.searchsorted(cut.versions, b[inside]), weight[inside]
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], weight[order])


def _numbers(parts: Iterable[Columns]) -> Numbers:
    """The columns of all slices as arrays, in order of their `ord`."""
    found = [{name: _ints(values) for name, values in part.items()} for part in parts]
    joined = {name: np.concatenate([part[name] for part in found]) for name in found[0]}
    order = np.argsort(joined["ord"], kind="stable")
    return {name: values[order] for name, values in joined.items()}


def _slices(places: IntArray, size: int) -> list[list[int]]:
    return [places[start : start + size].tolist() for start in range(0, len(places), size)]


def _ints(values: Sequence[int]) -> IntArray:
    return np.asarray(values, dtype=np.int64)
