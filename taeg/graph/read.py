"""From the graph to values, in columns and slices; `taeg.graph.arrays` reads what strategies need.

Reads are of one generation. `stable` looks at the pointer again after the last read and starts anew if it moved, so
that a reader beside a writer gets the old corpus or the new one, never a mixture.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

import cypher
from taeg.base.errors import InputError, TaegError, nearest, quoted
from taeg.graph.nodes import EVENTS, SOURCES, VERSIONS
from taeg.model.corpus import GIVEN, Corpus, Correction, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph, Edges, IntArray, in_order
from taeg.model.profile import Profile, profile
from taeg.model.records import from_json
from taeg.store.engine import Columns, Row, Store

SLICE = 50_000
"""Nodes asked for at once."""
PLACES = 2_500
"""Nodes named one by one: the embedded engine goes through the list for each node between the ends given with it."""
TRIES = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """A corpus as the graph lists it: the pointer to its generation and what was recorded with it."""

    id: str
    profile: Profile
    language: str
    notes: tuple[str, ...]
    events: int
    versions: int
    digest: str
    generation: str
    timeline: str = GIVEN
    title: str = ""
    licence: str = ""
    corrections: tuple[Correction, ...] = ()
    originals: tuple[Event, ...] = ()


def corpora(store: Store) -> list[Entry]:
    """All corpora that can be read, by id."""
    return [_entry(row) for row in store.read("read/corpora")]


def find(store: Store, corpus: str | None) -> Entry:
    """The corpus of that id; without an id, the only one there is."""
    if corpus is not None and (entry := lookup(store, corpus)):
        return entry
    entries = corpora(store)
    known = [entry.id for entry in entries]
    if not known:
        raise InputError("the graph holds no corpus; load one first: taeg ingest gospels")
    if corpus is None and len(entries) == 1:
        return entries[0]
    if corpus is None:
        raise InputError(f"the graph holds several corpora; choose one with --corpus: {', '.join(known)}")
    raise InputError(
        f"no corpus {quoted(corpus, 80)} in the graph{nearest(corpus, known)}; it holds: {', '.join(known)}"
    )


def lookup(store: Store, corpus: str) -> Entry | None:
    """Return the corpus of that id, or None if there is none that can be read."""
    return next((_entry(row) for row in store.read("read/pointer", corpus=corpus) if row["generation"]), None)


def stable(store: Store, corpus: str | None, read: Callable[[Entry], T]) -> T:
    """Read from one generation; if the pointer moved meanwhile, read again from the new one."""
    for _ in range(TRIES):
        entry = find(store, corpus)
        try:
            result = read(entry)
        except Exception:
            # a generation that is being swept can look like anything; only a pointer that stayed makes it our fault
            if find(store, entry.id).generation == entry.generation:
                raise
            continue
        if find(store, entry.id).generation == entry.generation:
            return result
    raise TaegError(f"corpus {corpus or entry.id!r} is being replaced again and again; try once more when that ends")


def steady(store: Store, corpus: str | None, read: Callable[[Entry], Iterator[T]]) -> Iterator[T]:
    """Read piece by piece from one generation; an error at the end, or before, if the pointer moved meanwhile.

    What was given out by then cannot be taken back: whoever writes it anywhere keeps it aside until all is there.
    """
    entry = find(store, corpus)
    try:
        yield from read(entry)
    except Exception as error:
        if _is_current(store, entry):
            raise
        raise _moved(entry) from error
    if not _is_current(store, entry):
        raise _moved(entry)


def _is_current(store: Store, entry: Entry) -> bool:
    current = lookup(store, entry.id)
    return current is not None and current.generation == entry.generation


def _moved(entry: Entry) -> TaegError:
    return TaegError(f"corpus {entry.id!r} was replaced or deleted while it was read; run this again")


def corpus_graph(store: Store, entry: Entry) -> CorpusGraph:
    """The whole corpus of an entry's generation with its edges."""
    return CorpusGraph(corpus(store, entry), edges(store, "before", entry), edges(store, "same_event", entry))


def corpus(store: Store, entry: Entry) -> Corpus:
    """The whole corpus of an entry's generation without its edges."""
    return Corpus(
        name=entry.id,
        sources=sources(store, entry),
        events=events(store, entry),
        versions=versions(store, entry),
        language=entry.language,
        profile=entry.profile,
        notes=entry.notes,
        timeline=entry.timeline,
        title=entry.title,
        licence=entry.licence,
        corrections=entry.corrections,
        originals=entry.originals,
    )


def edges(store: Store, kind: str, entry: Entry) -> Edges:
    """The edges of one kind."""
    parts = [
        edges_between(store, kind, entry.generation, start, start + SLICE) for start in range(0, entry.versions, SLICE)
    ]
    a, b, weight = (np.concatenate([getattr(part, name) for part in parts]) for name in ("a", "b", "weight"))
    return Edges(a, b, weight)


def edges_between(store: Store, kind: str, generation: str, start: int, stop: int) -> Edges:
    """The edges of one kind whose first end stands from one place up to another, by both ends."""
    part = store.columns(f"read/{kind}", generation=generation, start=start, stop=stop)
    return in_order(Edges(_ints(part["a"]), _ints(part["b"]), np.asarray(part["weight"], dtype=np.float64)))


def sources(store: Store, entry: Entry) -> tuple[Source, ...]:
    """The sources with their texts, in declared order."""
    return SOURCES.values(_sorted(store.columns(SOURCES.read, generation=entry.generation)))


def events(store: Store, entry: Entry) -> tuple[Event, ...]:
    """The events in timeline order."""
    return EVENTS.values(sliced(store, EVENTS.read, entry.generation, entry.events))


def versions(store: Store, entry: Entry) -> tuple[Version, ...]:
    """The versions with their texts, in declared order."""
    return VERSIONS.values(sliced(store, VERSIONS.read, entry.generation, entry.versions))


def event(store: Store, entry: Entry, event: str) -> Row:
    """One event's id, title, day and location."""
    rows = store.read("read/event", generation=entry.generation, event=event)
    if not rows:
        known = sliced(store, "read/event_ids", entry.generation, entry.events)["id"]
        hint = nearest(event, known)
        raise InputError(
            f"corpus {entry.id!r} has no event {quoted(event, 80)}{hint}; list its events with: taeg query timeline"
        )
    return rows[0]


def explore(store: Store, entry: Entry, name: str, parameters: Mapping[str, str]) -> list[Row]:
    """The rows of a query in `cypher/explore/`, by its short name."""
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
    for key, value in parameters.items():
        _check_parameter(store, entry, key, value)
    return store.read(query.name, corpus=entry.id, **parameters)


def _check_parameter(store: Store, entry: Entry, key: str, value: str) -> None:
    """A value that names nothing would give no rows and no reason."""
    if key == "event":
        event(store, entry, value)
    known: list[str] = []
    if key == "source":
        known = [source.id for source in sources(store, entry)]
    if key in ("run", "other_run"):
        known = [row["id"] for row in store.read("read/runs", generation=entry.generation)]
    if key in ("source", "run", "other_run") and value not in known:
        kind = key.removeprefix("other_")
        raise InputError(
            f"corpus {entry.id!r} has no {kind} {quoted(value, 80)}; it has: {', '.join(known) or 'none yet'}"
        )


def sliced_columns(parts: Sequence[Columns]) -> Columns:
    """The columns of several slices as one table in order of their `ord`."""
    joined: Columns = {name: [value for part in parts for value in part[name]] for name in parts[0]}
    return _sorted(joined)


def sliced(store: Store, query: str, generation: str, count: int) -> Columns:
    """What a statement says of the first so many nodes of a generation, in order of their `ord`."""
    return sliced_columns(
        [
            store.columns(query, generation=generation, start=start, stop=start + SLICE)
            for start in range(0, max(count, 1), SLICE)
        ]
    )


def listed(places: Sequence[int], among: Sequence[int] = ()) -> dict[str, Any]:
    """How to ask for the nodes at some places: the list, and the ends between which they are looked for.

    The ends are those of the places, or of the events that the nodes stand `among`.
    """
    ends = among or places
    return {"places": list(places), "start": min(ends), "stop": max(ends) + 1}


def _sorted(columns: Columns) -> Columns:
    order = np.argsort(_ints(columns["ord"]), kind="stable").tolist()
    return {name: [values[i] for i in order] for name, values in columns.items()}


def _ints(values: Sequence[Any]) -> IntArray:
    return np.asarray(values, dtype=np.int64)


def _entry(row: Row) -> Entry:
    return Entry(
        id=row["id"],
        profile=profile(row["profile"]),
        language=row["language"],
        notes=tuple(row["notes"]),
        events=int(row["events"]),
        versions=int(row["versions"]),
        digest=row["digest"],
        generation=row["generation"],
        timeline=row["timeline"],
        title=row["title"],
        licence=row["licence"],
        corrections=from_json(Correction, row["corrections"]),
        originals=from_json(Event, row["originals"]),
    )
