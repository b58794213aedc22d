"""Runs in the graph: recorded with their spans, read as spans, as passages and as a narrative.

Spans are written and read in batches. A run becomes visible in one step when all its spans are stored; the next run of
the same id removes one that was interrupted.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.metadata import version as installed_version
from typing import Any

import numpy as np

from taeg.base.errors import DamageError, InputError, TaegError, nearest, shortened, suggested
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.narrative import Narrative, Passage, cut, event_edits, source_passage, title_passage
from taeg.consolidate.spans import PART, TITLE, WHOLE, Parameter, Part, Run, Spans, add_titles, escaped
from taeg.graph import read as reading
from taeg.graph.damage import reported
from taeg.graph.read import NUMBERS, SLICE, Entry, OvertakenError, run_rows, source_ids
from taeg.model.arrange import spoken
from taeg.model.corpus import Source, check_id
from taeg.store.engine import Row, Store
from taeg.text.ids import find_id
from taeg.text.scripts import WEIGHTS

INTERRUPTED_AFTER = timedelta(minutes=10)
"""An incomplete run older than this was interrupted."""
SWEEP_BATCH = 10_000
"""Spans of such a run that are deleted at once."""
PASSAGES = 100_000
"""Passages whose texts are in memory at once."""
CHARACTERS = 16_000_000
"""Characters of texts in memory at once, unless a single passage has more."""


def run_id(strategy: str, given: Mapping[str, Parameter], part: Part = WHOLE) -> str:
    """Return the id of a run: its strategy, the parameters that were given, and the part that it covers."""
    named = [f"{name}={escaped(value)}" for name, value in sorted(given.items())]
    id = ",".join([strategy, *named, *([part.name] if part else [])])
    check_id("run", id)
    return id


def make(
    entry: Entry,
    strategy: str,
    given: Mapping[str, Parameter],
    parameters: Mapping[str, Parameter],
    spans: Spans,
    part: Part = WHOLE,
) -> Run:
    """A run of a strategy, to be recorded with `save`; `spans` are those of the whole corpus."""
    return Run(
        id=run_id(strategy, given, part),
        strategy=strategy,
        parameters={**parameters, **({PART: part.name} if part else {})},
        signature=(
            f"taeg {installed_version('taeg')}, corpus {entry.digest}, profile {entry.profile.name}, words {WEIGHTS}"
        ),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        spans=spans,
    )


def completed(store: Store, entry: Entry, arrays: Arrays, spans: Spans) -> Spans:
    """Return spans with the indices of the whole corpus, and with titles if the profile uses them."""
    spans = arrays.in_corpus(spans)
    if not entry.profile.describes_silent_events:
        return spans
    events = np.arange(entry.events) if arrays.event_index is None else arrays.event_index
    return add_titles(spans, events, lambda silent: _events(store, entry, silent.tolist(), "title"))


def save(store: Store, entry: Entry, run: Run) -> None:
    """Record a run; one of the same id with the same result is left as it is, another is replaced."""
    sweep_run(store, entry, run.id)
    rows = run_rows(store, entry)
    with suppress(DamageError):  # a damaged run is replaced
        if run.id in rows and read(store, entry, rows[run.id]).same_result(run):
            return
    key = f"{entry.generation}/{run.id}/{secrets.token_hex(8)}"
    store.write(
        "write/create_run",
        key=key,
        id=run.id,
        corpus=entry.id,
        generation=entry.generation,
        strategy=run.strategy,
        parameters=json.dumps(dict(run.parameters), sort_keys=True),
        signature=run.signature,
        created=run.created,
    )
    for name, columns in _tables(store, entry, key, run.spans):
        store.load(name, columns)
    if not _is_stored(store, key, run):
        raise TaegError(f"run {run.id!r} is incomplete in the graph (was the corpus replaced?); run the command again")
    if not store.write("write/complete_run", key=key)[0]["runs"]:
        raise TaegError(f"run {run.id!r} was deleted (was the corpus replaced?); run the command again")
    sweep_run(store, entry, run.id)


def _is_stored(store: Store, key: str, run: Run) -> bool:
    try:
        return read_spans(store, key).equals(run.spans)
    except LookupError:
        return False


def _tables(store: Store, entry: Entry, key: str, spans: Spans) -> Iterator[tuple[str, dict[str, Sequence[object]]]]:
    """The relationships of a run in batches: to versions, to sources outside any version, to events for titles."""
    order = np.arange(len(spans))
    version, title = spans.version >= 0, spans.source < 0
    source = ~version & ~title
    for table, rows in (
        ("selected_versions", version),
        ("selected_sources", source),
        ("selected_events", title),
    ):
        for start in range(0, int(rows.sum()), NUMBERS):
            batch, ord = spans[rows][start : start + NUMBERS], order[rows][start : start + NUMBERS]
            yield (
                table,
                {
                    "a": [key] * len(batch),
                    "b": span_keys(store, entry, table, batch),
                    "ord": ord.tolist(),
                    **{name: getattr(batch, name).tolist() for name in ("event", "start", "end", "role", "score")},
                },
            )


def span_keys(store: Store, entry: Entry, table: str, spans: Spans) -> list[str]:
    """The keys of the nodes that spans point at."""
    if table == "selected_versions":
        ids = _ids(store, entry, "read/version_ids", spans.version.tolist())
    elif table == "selected_sources":
        names = source_ids(store, entry)
        ids = [names[i] for i in spans.source.tolist()]
    else:
        ids = _events(store, entry, spans.event.tolist(), "id")
    return [f"{entry.generation}/{id}" for id in ids]


def _events(store: Store, entry: Entry, places: list[int], column: str) -> list[str]:
    """The ids or titles of some events, in their order."""
    found: list[str] = []
    for start in range(0, len(places), SLICE):
        found += _ids(store, entry, "read/titles", places[start : start + SLICE], column)
    return found


def _ids(store: Store, entry: Entry, statement: str, places: list[int], column: str = "id") -> list[str]:
    """A column of the nodes at some places, in their order."""
    found = store.columns(statement, generation=entry.generation, **reading.listed(places))
    ids = dict(zip(found["ord"], found[column], strict=True))
    if len(ids) < len(set(places)):
        raise TaegError(f"corpus {entry.id!r} is incomplete in the graph (was it replaced?); run the command again")
    return [ids[place] for place in places]


def sweep_run(store: Store, entry: Entry, run: str) -> None:
    """Delete interrupted runs; if other clients may be writing, only those that are old enough."""
    limit = datetime.now(UTC) - (timedelta() if store.exclusive else INTERRUPTED_AFTER)
    before = (limit + timedelta(seconds=1)).isoformat(timespec="seconds")
    which = {"generation": entry.generation, "id": run, "before": before}
    while store.write("write/sweep_incomplete_spans", **which, batch=SWEEP_BATCH)[0]["swept"]:
        pass
    store.write("write/sweep_incomplete_runs", **which)


def read_all(store: Store, entry: Entry) -> list[Run]:
    """Return all complete runs of a corpus, by id; raise OvertakenError if one of them is replaced meanwhile."""
    rows = run_rows(store, entry)
    with _unreplaced(store, entry, *rows.values()):
        return [read(store, entry, row) for row in rows.values()]


@contextmanager
def _unreplaced(store: Store, entry: Entry, *rows: Row) -> Iterator[None]:
    """Raise OvertakenError if one of the runs is replaced during the block, whatever else the block raises."""
    cause = None
    try:
        yield
    except Exception as error:
        cause = error
    current = run_rows(store, entry)
    for row in rows:
        if current.get(row["id"], {}).get("key") != row["key"]:
            message = f"run {row['id']!r} or its corpus was replaced while it was read; run the command again"
            raise OvertakenError(message) from cause
    if cause:
        raise cause


def read(store: Store, entry: Entry, row: Row) -> Run:
    """Read a run with its spans, given by its row of `run_rows`."""
    with _reported(entry, row["id"]):
        return Run(
            id=row["id"],
            strategy=row["strategy"],
            parameters=dict(json.loads(row["parameters"])),
            signature=row["signature"],
            created=row["created"],
            spans=read_spans(store, row["key"]),
        )


def _reported(entry: Entry, run: str) -> AbstractContextManager[None]:
    return reported(entry.id, f"run {run!r}: ")


def read_spans(store: Store, key: str) -> Spans:
    """The spans of a run, in narrative order; LookupError if one is missing."""
    found = store.read("read/span_count", run=key)[0]
    count = found["spans"]
    if found["bound"] != count:
        raise LookupError(f"it has {count} spans with positions up to {found['bound']}")
    slices = [store.columns("read/spans", run=key, start=i, stop=i + NUMBERS) for i in range(0, count, NUMBERS)]
    if not slices:
        return Spans.empty()
    joined = {name: [value for part in slices for value in part[name]] for name in slices[0]}
    role, event, target = np.array(joined["role"]), np.array(joined["event"]), np.array(joined["target"])
    title, outside = role == TITLE, event < 0
    spans = Spans.of(
        event=event,
        version=np.where(title | outside, -1, target),
        source=np.where(title, -1, joined["source"]),
        start=joined["start"],
        end=joined["end"],
        role=role,
        score=joined["score"],
    )
    return spans[np.argsort(joined["ord"])]


def narrative(store: Store, entry: Entry, run: str) -> Narrative:
    """Return the narrative of a run; raise OvertakenError if it is replaced meanwhile."""
    return Narrative(entry.id, run, entry.profile, tuple(passages(store, entry, run)), entry.language)


def passages(store: Store, entry: Entry, run: str) -> Iterator[Passage]:
    """The passages of a run in narrative order, with the texts of one slice in memory.

    Raises OvertakenError, at the end at the latest, if the run is replaced meanwhile.
    """
    rows = run_rows(store, entry)
    if (meant := find_id(run, list(rows))) is None:
        name = shortened(run, 80)
        known = ", ".join(rows) or f"none yet; make one with: {suggested(f'taeg consolidate --strategy {name}')}"
        raise InputError(f"corpus {entry.id!r} has no run {name!r}{nearest(run, list(rows))}; it has: {known}")
    texts = cache(lambda: _running_texts(store, entry))
    key = rows[meant]["key"]
    with _unreplaced(store, entry, rows[meant]):
        with _reported(entry, meant):
            spans = read_spans(store, key)
        for start, stop in slices(spans):
            with _reported(entry, meant):
                found = _passages(store, entry, key, start, spans[start:stop], texts)
            yield from found


_PASSAGE = ("event", "title", "version", "source", "reference", "text", "source_title", "time", "edits")


def slices(spans: Spans) -> Iterator[tuple[int, int]]:
    """Divide spans into slices with a limited number of passages and characters, given by their bounds."""
    chars = spans.end - spans.start
    ends = np.cumsum(chars)
    start = 0
    while start < len(ends):
        fitting = np.searchsorted(ends, ends[start] - chars[start] + CHARACTERS, side="right")
        stop = max(start + 1, min(int(fitting), start + PASSAGES))
        yield start, stop
        start = stop


def _passages(
    store: Store, entry: Entry, run: str, first: int, spans: Spans, sources: Callable[[], Sequence[Source]]
) -> list[Passage]:
    """The passages of the spans of a run from number `first`; LookupError if a node no longer exists."""
    versions: dict[int, tuple[Any, ...]] = {}
    titles: dict[int, tuple[str, str]] = {}
    if (spans.version >= 0).any():
        found = store.columns("read/passages", run=run, start=first, stop=first + len(spans))
        if list(map(len, found["text"])) != found["chars"]:
            raise LookupError("the length of a text is not the recorded one")
        versions = dict(zip(found["ord"], zip(*(found[name] for name in _PASSAGE), strict=True), strict=True))
    if len(silent := spans.event[spans.source < 0]):
        found = store.columns("read/titles", generation=entry.generation, **reading.listed(silent.tolist()))
        titles = dict(zip(found["ord"], zip(found["id"], found["title"], strict=True), strict=True))
    passages = []
    for number, (event, version, source, start, end, role, _) in enumerate(spans.rows(), first):
        if version >= 0:
            whole = dict(zip(_PASSAGE, versions[number], strict=True))
            text = cut(whole["text"], start, end, f"version {whole['version']!r}")
            part = {"text": text, "edits": event_edits(whole["edits"], role), "role": role, "start": start}
            passages.append(Passage(**whole | part))
        elif source >= 0:
            passages.append(source_passage(sources()[source], start, end))
        else:
            passages.append(title_passage(*titles[event], start, end))
    return passages


def _running_texts(store: Store, entry: Entry) -> tuple[Source, ...]:
    """The sources with their running texts, composed of their versions where they have none of their own."""
    sources = reading.sources(store, entry)
    return sources if all(source.text for source in sources) else spoken(sources, reading.versions(store, entry))
