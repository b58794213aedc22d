"""From the graph to values and arrays, in columns and slices.

Reads are of one generation. `stable` looks at the pointer again after the last read and starts anew if it moved, so
that a reader beside a writer gets the old corpus or the new one, never a mixture.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

import cypher
from taeg.corpusgraph import CorpusGraph, Edges, IntArray, in_order
from taeg.errors import InputError, TaegError, nearest
from taeg.material import spoken
from taeg.plain import from_json
from taeg.profiles import Profile, profile
from taeg.sentences import Lazy, quotable, sentences
from taeg.store import Columns, Row, Store
from taeg.strategies import Arrays, Sentence
from taeg.values import GIVEN, Corpus, Correction, Event, Ids, Source, Version, moment

SLICE = 50_000
"""Nodes asked for at once."""
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
    if corpus is not None:
        rows = store.read("read/pointer", corpus=corpus)
        if rows and rows[0]["generation"]:
            return _entry(rows[0])
    entries = corpora(store)
    known = [entry.id for entry in entries]
    if not known:
        raise InputError("the graph holds no corpus; load one first: taeg ingest gospels")
    if corpus is None and len(entries) == 1:
        return entries[0]
    if corpus is None:
        raise InputError(f"the graph holds several corpora; choose one with --corpus: {', '.join(known)}")
    raise InputError(f"no corpus {corpus!r} in the graph{nearest(corpus, known)}; it holds: {', '.join(known)}")


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


def corpus_graph(store: Store, entry: Entry) -> CorpusGraph:
    """The whole corpus of an entry's generation with its edges."""
    corpus = Corpus(
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
    return CorpusGraph(corpus, edges(store, "before", entry), edges(store, "same_event", entry))


def arrays(store: Store, entry: Entry) -> Arrays:
    """What strategies choose from; texts are read only when a strategy asks for them."""
    shape = _sliced(store, "read/shape", entry.generation, entry.versions)
    if len(shape["ord"]) != entry.versions:
        raise TaegError(f"corpus {entry.id!r} is not whole in the graph; ingest it again")
    told = sources(store, entry)
    return Arrays(
        events=entry.events,
        event=_ints(shape["event"]),
        source=_ints(shape["source"]),
        chars=_ints(shape["chars"]),
        before=edges(store, "before", entry),
        same_event=edges(store, "same_event", entry),
        sources=tuple(source.id for source in told),
        texts=Lazy(lambda: _sliced(store, "read/texts", entry.generation, entry.versions)["text"]),
        sentences=Lazy(lambda: _sentences(store, entry, told)),
        times=Lazy(
            lambda: [moment(time) for time in _sliced(store, "read/times", entry.generation, entry.versions)["time"]]
        ),
        tellings=Lazy(lambda: _sliced(store, "read/times", entry.generation, entry.versions)["telling"]),
    )


def _sentences(store: Store, entry: Entry, told: Sequence[Source]) -> list[Sentence]:
    said = () if all(source.text for source in told) else versions(store, entry)
    found = sentences([source.text for source in spoken(told, said)], entry.language)
    if any(correction.kind == "exclude" for correction in entry.corrections):
        return quotable(found, told, said or versions(store, entry))
    return found


def editor_choices(store: Store, entry: Entry) -> dict[int, int]:
    """The versions that the editor wants told, by the place of their event."""
    columns = store.columns("read/editor_choices", generation=entry.generation)
    return dict(zip(columns["event"], columns["version"], strict=True))


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


def ids(store: Store, entry: Entry) -> Ids:
    """The ids of everything in a corpus."""
    return Ids(
        sources=[source.id for source in sources(store, entry)],
        events=_sliced(store, "read/event_ids", entry.generation, entry.events)["id"],
        versions=_sliced(store, "read/version_ids", entry.generation, entry.versions)["id"],
    )


def sources(store: Store, entry: Entry) -> tuple[Source, ...]:
    """The sources with their texts, in declared order."""
    columns = _sorted(store.columns("read/sources", generation=entry.generation))
    names = ("id", "name", "text", "author", "dated", "rank")
    return tuple(Source(*values) for values in zip(*(columns[name] for name in names), strict=True))


def events(store: Store, entry: Entry) -> tuple[Event, ...]:
    """The events in timeline order."""
    columns = _sliced(store, "read/events", entry.generation, entry.events)
    columns["edits"] = [tuple(edits) for edits in columns["edits"]]
    names = ("id", "title", "day", "location", "reference", "time", "position", "declared", "choice", "made", "edits")
    return tuple(Event(*values) for values in zip(*(columns[name] for name in names), strict=True))


def versions(store: Store, entry: Entry) -> tuple[Version, ...]:
    """The versions with their texts, in declared order."""
    columns = _sliced(store, "read/versions", entry.generation, entry.versions)
    columns["gaps"] = [tuple(gaps) for gaps in columns["gaps"]]
    names = (
        *("id", "event", "source", "text", "reference", "gaps", "time", "title", "position"),
        *("language", "telling", "told_of", "excluded"),
    )
    return tuple(Version(*values) for values in zip(*(columns[name] for name in names), strict=True))


def event(store: Store, entry: Entry, event: str) -> Row:
    """One event's id, title, day and location."""
    rows = store.read("read/event", generation=entry.generation, event=event)
    if not rows:
        known = _sliced(store, "read/event_ids", entry.generation, entry.events)["id"]
        hint = nearest(event, known)
        raise InputError(f"corpus {entry.id!r} has no event {event!r}{hint}; list its events with: taeg query timeline")
    return rows[0]


def explore(store: Store, entry: Entry, name: str, parameters: Mapping[str, str]) -> list[Row]:
    """The rows of a query in `cypher/explore/`, by its short name."""
    known = [path.partition("/")[2] for path in cypher.names("explore")]
    if name not in known:
        raise InputError(f"no query {name!r}{nearest(name, known)}; there are: {', '.join(known)}")
    query = cypher.query(f"explore/{name}")
    wanted = set(query.parameters) - {"corpus"}
    missing, unknown = sorted(wanted - parameters.keys()), sorted(parameters.keys() - wanted)
    if missing:
        raise InputError(f"query {name!r} needs " + " ".join(f"--param {key}=…" for key in missing))
    if unknown:
        raise InputError(f"query {name!r} takes no parameter {unknown[0]!r}")
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
        raise InputError(f"corpus {entry.id!r} has no {kind} {value!r}; it has: {', '.join(known) or 'none yet'}")


def sliced_columns(parts: Sequence[Columns]) -> Columns:
    """The columns of several slices as one table in order of their `ord`."""
    joined: Columns = {name: [value for part in parts for value in part[name]] for name in parts[0]}
    return _sorted(joined)


def _sliced(store: Store, query: str, generation: str, count: int) -> Columns:
    return sliced_columns(
        [
            store.columns(query, generation=generation, start=start, stop=start + SLICE)
            for start in range(0, max(count, 1), SLICE)
        ]
    )


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
