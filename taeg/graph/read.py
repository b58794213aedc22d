"""Reading corpora: the list of corpora, values in columns and slices, and protection against concurrent writers.

Every read is of one generation. `stable` rechecks the generation pointer afterwards and retries if it moved, so
concurrent readers see either the old or the new corpus, never a mix. The numeric arrays that strategies need are read
in batches, further columns on demand; a part of a corpus is a mask over the arrays of the whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

import cypher
from taeg.base.errors import DamageError, InputError, TaegError, nearest, quoted, suggested
from taeg.consolidate.arrays import Arrays, restrict
from taeg.consolidate.sentences import Sentence
from taeg.consolidate.sentences import sentences as split_sentences
from taeg.consolidate.spans import WHOLE, Part
from taeg.graph.damage import damaged, reported
from taeg.graph.nodes import EVENTS, SOURCES, VERSIONS
from taeg.model.corpus import HEAD, Corpus, Event, Head, Source, Version, head_of, head_values, moment
from taeg.model.corpus_graph import EDGE_KINDS, CorpusGraph, Edges, IntArray, join
from taeg.store.engine import Columns, Row, Store
from taeg.text.ids import find_id

SLICE = 50_000
"""Nodes per read statement."""
NUMBERS = 100_000
"""Rows of numbers per read statement; they are smaller than texts."""
PLACES = 2_500
"""Nodes per statement that lists them: the embedded engine scans the list for each node in the given range."""
TRIES = 10
T = TypeVar("T")

_RECORDED = ("events", "versions", "digest", "generation", "path")


class OvertakenError(TaegError):
    """Another client replaced or deleted the corpus between reading and writing."""


@dataclass(frozen=True, slots=True)
class Entry(Head):
    """A corpus as listed in the graph: its head, its size, its digest, and the pointer to its generation."""

    id: str
    events: int
    versions: int
    digest: str
    generation: str
    path: str = ""
    """Where it was read from; empty if that is unknown. Not exported and not backed up."""


def corpora(store: Store) -> list[Entry]:
    """List all readable corpora by id."""
    return [_entry(row) for row in store.read(_statement("read/corpora"))]


def find(store: Store, corpus: str | None) -> Entry:
    """Return the corpus of that id; without an id, the only one."""
    if corpus is not None and (entry := lookup(store, corpus)):
        return entry
    entries = corpora(store)
    known = [entry.id for entry in entries]
    if not known:
        raise InputError(f"the graph holds no corpus; load one first: {suggested('taeg ingest gospels')}")
    if corpus is None and len(entries) == 1:
        return entries[0]
    if corpus is None:
        raise InputError(f"the graph holds several corpora; choose one with --corpus: {', '.join(known)}")
    if meant := find_id(corpus, known):
        return entries[known.index(meant)]
    raise InputError(
        f"no corpus {quoted(corpus, 80)} in the graph{nearest(corpus, known)}; it holds: {', '.join(known)}"
    )


def lookup(store: Store, corpus: str) -> Entry | None:
    """Return the corpus of that id, or None if there is none that can be read."""
    rows = store.read(_statement("read/pointer"), corpus=corpus)
    return next((_entry(row) for row in rows if row["generation"]), None)


def exists(store: Store, corpus: str) -> bool:
    """Whether the graph has a node for the corpus, readable or only claimed."""
    return bool(store.read(_statement("read/pointer"), corpus=corpus))


def raw_corrections(store: Store, entry: Entry) -> str:
    """Return the corrections of a corpus as they are stored; empty for none."""
    rows = store.read(_statement("read/pointer"), corpus=entry.id)
    return (rows[0]["corrections"] or "") if rows else ""


def stable(store: Store, corpus: str | None, work: Callable[[Entry], T]) -> T:
    """Run `work` on the current generation; if the pointer moved meanwhile, run it again on the new one."""

    def attempt() -> T:
        entry = find(store, corpus)
        with unmoved(store, entry):
            return work(entry)

    return retry(attempt)


def steady(store: Store, corpus: str | None, work: Callable[[Entry], Iterator[T]]) -> Iterator[T]:
    """Iterate over items of one generation; raise OvertakenError, at the end at the latest, if the pointer moved.

    Items that were yielded before cannot be withdrawn: write them to a temporary file until the iteration ends.
    """
    entry = find(store, corpus)
    with unmoved(store, entry):
        yield from work(entry)


def retry(attempt: Callable[[], T]) -> T:
    """Repeat an attempt that another client overtook, a limited number of times."""
    for _ in range(TRIES - 1):
        with suppress(OvertakenError):
            return attempt()
    return attempt()


@contextmanager
def unmoved(store: Store, entry: Entry) -> Iterator[None]:
    """Raise OvertakenError if the pointer moves during the block, whatever else the block raises.

    A generation that is being swept may cause any error.
    """
    try:
        yield
    except Exception as error:
        if _is_current(store, entry):
            raise
        raise _overtaken(entry) from error
    if not _is_current(store, entry):
        raise _overtaken(entry)


def _is_current(store: Store, entry: Entry) -> bool:
    current = lookup(store, entry.id)
    return current is not None and current.generation == entry.generation


def _overtaken(entry: Entry) -> OvertakenError:
    return OvertakenError(f"corpus {entry.id!r} was replaced or deleted while it was read; run this again")


def corpus_graph(store: Store, entry: Entry) -> CorpusGraph:
    """Read a whole corpus with its edges; raise DamageError if it does not have its recorded digest."""
    found = unverified(store, entry)
    if found.digest != entry.digest:
        raise damaged(entry.id, f"its digest is {found.digest[:12]}…, and {entry.digest[:12]}… was recorded")
    return found


def unverified(store: Store, entry: Entry) -> CorpusGraph:
    """Read a whole corpus with its edges, whatever its digest."""
    return CorpusGraph(corpus(store, entry), {kind: edges(store, kind, entry) for kind in EDGE_KINDS})


def corpus(store: Store, entry: Entry) -> Corpus:
    """Read a whole corpus without its edges."""
    with reported(entry.id):
        found = Corpus(entry.id, sources(store, entry), events(store, entry), versions(store, entry), **head_of(entry))
    if (len(found.events), len(found.versions)) != (entry.events, entry.versions):
        raise _incomplete(entry)
    return found


def _incomplete(entry: Entry) -> DamageError:
    return DamageError(f"corpus {entry.id!r} is incomplete in the graph; ingest it again")


def edges(store: Store, kind: str, entry: Entry) -> Edges:
    """Read the edges of one kind."""
    return join(_edge_slices(store, kind, entry, 0, entry.versions))


def _edge_slices(store: Store, kind: str, entry: Entry, start: int, stop: int) -> Iterator[Edges]:
    for first in range(start, max(stop, start + 1), SLICE):
        with reported(entry.id, f"{EDGE_KINDS[kind].type} edges: "):
            found = edges_between(store, kind, entry.generation, first, min(first + SLICE, stop))
            if len(found) and not (0 <= found.b.min() <= found.b.max() < entry.versions):
                raise IndexError("an end is no version of the corpus")
            if not np.isfinite(found.weight).all():
                raise ValueError("a weight is not a number")
        yield found


def edges_between(store: Store, kind: str, generation: str, start: int, stop: int) -> Edges:
    """Read the edges of one kind whose first end is in a range of versions, sorted by both ends."""
    known = EDGE_KINDS[kind]
    statement = cypher.fill("read/edges", known.type, ("weight", *known.properties))
    columns = store.columns(statement, generation=generation, start=start, stop=stop)
    return Edges.from_columns(known, columns).in_order()


def sources(store: Store, entry: Entry) -> tuple[Source, ...]:
    """Read the sources with their texts, in declared order."""
    return SOURCES.values(sliced(store, SOURCES.read, entry.generation, 1))


def events(store: Store, entry: Entry) -> tuple[Event, ...]:
    """Read the events in timeline order."""
    return EVENTS.values(sliced(store, EVENTS.read, entry.generation, entry.events))


def versions(store: Store, entry: Entry) -> tuple[Version, ...]:
    """Read the versions with their texts, in declared order."""
    return VERSIONS.values(sliced(store, VERSIONS.read, entry.generation, entry.versions))


def event(store: Store, entry: Entry, event: str) -> Row:
    """Return one event with its id, title, day, location, time and edits."""
    rows = store.read("read/event", generation=entry.generation, event=event)
    if not rows:
        known = sliced(store, "read/event_ids", entry.generation, entry.events)["id"]
        if meant := find_id(event, known):
            return store.read("read/event", generation=entry.generation, event=meant)[0]
        hint = nearest(event, known)
        events = suggested("taeg query timeline")
        raise InputError(f"corpus {entry.id!r} has no event {quoted(event, 80)}{hint}; list its events with: {events}")
    return rows[0]


def event_index(store: Store, entry: Entry, name: str) -> int:
    """Return the index of an event; raise InputError for an unknown id."""
    rows = store.read("read/event_place", key=f"{entry.generation}/{name}")
    if not rows:
        rows = store.read("read/event_place", key=f"{entry.generation}/{event(store, entry, name)['id']}")
    return int(rows[0]["ord"])


def run_rows(store: Store, entry: Entry) -> dict[str, Row]:
    """Return the complete runs of a corpus by id; raise OvertakenError if one is deleted meanwhile."""
    rows = store.read("read/runs", generation=entry.generation)
    if any(value is None for row in rows for value in row.values()):
        raise OvertakenError(f"runs of corpus {entry.id!r} were replaced while they were read; run this again")
    return {row["id"]: row for row in rows}


def explore(store: Store, entry: Entry, name: str, parameters: Mapping[str, str]) -> list[Row]:
    """Run a query of `cypher/explore/` by its short name."""
    known = [path.partition("/")[2] for path in cypher.names("explore")]
    if name not in known:
        raise InputError(f"no query {quoted(name, 80)}{nearest(name, known)}; there are: {', '.join(known)}")
    query = cypher.query(f"explore/{name}")
    wanted = set(query.parameters) - {"corpus"}
    missing, unknown = sorted(wanted - parameters.keys()), sorted(parameters.keys() - wanted)
    if missing:
        raise InputError(f"query {name!r} needs " + " ".join(f"--param {key}=…" for key in missing))
    if unknown:
        raise InputError(f"query {name!r} takes no parameter {quoted(unknown[0], 80)}")
    meant = {key: _meant(store, entry, key, value) for key, value in parameters.items()}
    return store.read(query.name, corpus=entry.id, **meant)


def _meant(store: Store, entry: Entry, key: str, value: str) -> str:
    """Return a parameter as it is stored; raise InputError for an unknown id, for which there would be no rows."""
    if key == "event":
        return str(event(store, entry, value)["id"])
    known: list[str] = []
    if key == "source":
        known = [source.id for source in sources(store, entry)]
    if key in ("run", "other_run"):
        known = list(run_rows(store, entry))
    if key not in ("source", "run", "other_run"):
        return value
    if (meant := find_id(value, known)) is None:
        kind = key.removeprefix("other_")
        raise InputError(
            f"corpus {entry.id!r} has no {kind} {quoted(value, 80)}; it has: {', '.join(known) or 'none yet'}"
        )
    return meant


def sliced_columns(parts: Sequence[Columns]) -> Columns:
    """Concatenate the columns of several slices, sorted by `ord`."""
    joined: Columns = {name: [value for part in parts for value in part[name]] for name in parts[0]}
    order = np.argsort(np.asarray(joined["ord"], dtype=np.int64), kind="stable")
    if (order == np.arange(len(order))).all():
        return joined
    indices = order.tolist()
    return {name: [values[i] for i in indices] for name, values in joined.items()}


def sliced(store: Store, query: str, generation: str, count: int) -> Columns:
    """Read columns of the first `count` nodes of a generation in slices, sorted by `ord`."""
    return sliced_columns(list(_slices(store, query, generation, count, SLICE)))


def _slices(store: Store, query: str, generation: str, count: int, size: int) -> Iterator[Columns]:
    """Read columns slice by slice up to an empty one: a damaged count may be of any size."""
    for start in range(0, max(count, 1), size):
        yield (found := store.columns(query, generation=generation, start=start, stop=start + size))
        if not found["ord"]:
            return


def listed(places: Sequence[int], among: Sequence[int] = ()) -> dict[str, Any]:
    """Return the parameters of a statement that reads nodes by index: the list, and the range that contains them.

    The range is that of the indices, or of the indices `among` which the nodes are.
    """
    ends = among or places
    return {"places": list(places), "start": min(ends), "stop": max(ends) + 1}


def _statement(name: str) -> str:
    return cypher.fill(name, fields=(*HEAD, *_RECORDED))


def _entry(row: Row) -> Entry:
    recorded = {name: row[name] for name in _RECORDED if row[name] is not None}
    remedy = "delete it (taeg delete --corpus ID), then restore a backup (taeg restore) or ingest it again"
    with reported(row["id"], remedy=remedy):
        return Entry(row["id"], **recorded, **head_values(row))


def arrays(store: Store, entry: Entry, part: Part = WHOLE) -> Arrays:
    """Return the arrays of a corpus, or of a part of it."""
    with reported(entry.id):
        shape = numbers(_slices(store, "read/shape", entry.generation, entry.versions, NUMBERS))
    if len(shape["ord"]) != entry.versions:
        raise _incomplete(entry)
    _check_shape(entry, shape, len(source_ids(store, entry)))
    whole = Arrays(
        events=entry.events,
        event=shape["event"],
        source=shape["source"],
        chars=shape["chars"],
        reader=_StoreReader(store, entry),
        editor=_editor_choices(store, entry),
        language=entry.language,
    )
    return _part(store, entry, whole, part) if part else whole


def _check_shape(entry: Entry, shape: Mapping[str, IntArray], sources: int) -> None:
    """Raise DamageError if a number cannot be an index, or a length."""
    ord, event, source = shape["ord"], shape["event"], shape["source"]
    ordered = np.array_equal(ord, np.arange(entry.versions)) and (np.diff(event) >= 0).all()
    within = 0 <= event[0] <= event[-1] < entry.events and 0 <= source.min() <= source.max() < sources
    if not ordered or not within or (shape["chars"] < 0).any():
        raise damaged(entry.id, "the indices of its versions are not those that were loaded")


def source_ids(store: Store, entry: Entry) -> list[str]:
    """The ids of the sources, in declared order."""
    columns = store.columns("read/source_ids", generation=entry.generation)
    with reported(entry.id):
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
        found = list(_edge_slices(self._store, kind, self._entry, start, stop))
        a, b, weight = (np.concatenate([getattr(part, name) for part in found]) for name in ("a", "b", "weight"))
        return Edges(a, b, weight)

    def texts(self, start: int, stop: int) -> Sequence[str]:
        columns = self._columns("read/texts", start, stop)
        if [len(text) for text in columns["text"]] != columns["chars"]:
            raise damaged(self._entry.id, "the length of a text is not the recorded one")
        return columns["text"]

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        columns = self._columns("read/times", start, stop)
        with reported(self._entry.id):
            return [moment(time) for time in columns["time"]], columns["telling"]

    def sentences(self) -> Sequence[Sentence]:
        whole = corpus(self._store, self._entry)
        return split_sentences(whole.sources, whole.versions, self._entry.language)

    def _columns(self, statement: str, start: int, stop: int) -> Columns:
        parts = [
            self._store.columns(statement, generation=self._entry.generation, start=i, stop=min(i + SLICE, stop))
            for i in range(start, max(stop, start + 1), SLICE)
        ]
        return sliced_columns(parts)


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
    first = event_index(store, entry, part.first) if part.first else 0
    last = event_index(store, entry, part.last) if part.last else entry.events - 1
    if last < first:
        raise InputError(f"event {part.last!r} comes before {part.first!r} in the timeline; swap --from and --to")
    if not part.days:
        return np.arange(first, last + 1)
    from taeg.graph import days

    found = np.unique(np.concatenate([days.events_of(store, entry, day) for day in part.days]))
    found = found[(found >= first) & (found <= last)]
    if not len(found):
        raise InputError(f"no event of that day lies in that range of the timeline: {part.name}")
    return found


def _sources(whole: Arrays, entry: Entry, part: Part) -> list[int]:
    known = list(whole.sources)
    found = []
    for source in part.sources:
        if (meant := find_id(source, known)) is None:
            hint = nearest(source, known)
            raise InputError(f"corpus {entry.id!r} has no source {source!r}{hint}; it has: {', '.join(known[:20])}")
        found.append(known.index(meant))
    return found
