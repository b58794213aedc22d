"""Runs of a strategy: written into the graph with their parameters and scores, read back as numbers.

Choices are written and read in slices. A run becomes visible in one step, when all its choices are there; one that was
killed is swept by the next. `taeg.graph.passages` reads the words that a run chose.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as installed_version

import numpy as np

from taeg.base.errors import TaegError
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.spans import TITLE, Parameter, Run, Spans, add_titles
from taeg.graph import read as reading
from taeg.graph.arrays import NUMBERS, source_ids
from taeg.graph.read import SLICE, Entry
from taeg.model.corpus import check_id
from taeg.model.part import PART, WHOLE, Part, escaped
from taeg.store.engine import Row, Store

STILL_IN_THE_MAKING = timedelta(minutes=10)
"""An incomplete run older than this was killed."""
SWEEP_BATCH = 10_000
"""Choices of such a run that are removed at once."""
TRIES = 5
"""How often runs are read that are made again meanwhile."""


def run_id(strategy: str, given: Mapping[str, Parameter], part: Part = WHOLE) -> str:
    """A run is named after its strategy, the parameters that were set by hand, and the part that it covers."""
    named = [f"{name}={escaped(value)}" for name, value in sorted(given.items())]
    return ",".join([strategy, *named, *([part.name] if part else [])])


def make(
    entry: Entry,
    strategy: str,
    given: Mapping[str, Parameter],
    parameters: Mapping[str, Parameter],
    spans: Spans,
    part: Part = WHOLE,
) -> Run:
    """A run of a strategy, to be recorded with `save`; `spans` are those of the whole corpus."""
    name = run_id(strategy, given, part)
    check_id("run", name)
    return Run(
        id=name,
        strategy=strategy,
        parameters={**parameters, **({PART: part.name} if part else {})},
        signature=f"taeg {installed_version('taeg')}, corpus {entry.digest}, profile {entry.profile.name}",
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
    _sweep(store, entry, run.id)
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run.id in rows and _read(store, rows[run.id]).same_result(run):
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
    if not read_spans(store, key).equals(run.spans):
        raise TaegError(f"run {run.id!r} did not arrive whole in the graph (was the corpus replaced?); run it again")
    if not store.write("write/complete_run", key=key)[0]["runs"]:
        raise TaegError(f"run {run.id!r} was lost (was the corpus replaced?); run it again")
    _sweep(store, entry, run.id)


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
        for start in range(0, int(rows.sum()), SLICE):
            batch, ord = spans[rows][start : start + SLICE], order[rows][start : start + SLICE]
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
        raise TaegError(f"corpus {entry.id!r} is not whole in the graph (was it replaced?); run this again")
    return [ids[place] for place in places]


def _sweep(store: Store, entry: Entry, run: str) -> None:
    """Remove what killed consolidations left; where others may write too, only what is too old to be in the making."""
    limit = datetime.now(UTC) - (timedelta() if store.exclusive else STILL_IN_THE_MAKING)
    before = (limit + timedelta(seconds=1)).isoformat(timespec="seconds")
    which = {"generation": entry.generation, "id": run, "before": before}
    while store.write("write/sweep_incomplete_spans", **which, batch=SWEEP_BATCH)[0]["swept"]:
        pass
    store.write("write/sweep_incomplete_runs", **which)


def read_all(store: Store, entry: Entry) -> list[Run]:
    """All complete runs of a corpus, by id; read once more if one of them was replaced meanwhile."""
    rows = store.read("read/runs", generation=entry.generation)
    for _ in range(TRIES):
        found = [_read(store, row) for row in rows]
        before, rows = rows, store.read("read/runs", generation=entry.generation)
        if [row["key"] for row in before] == [row["key"] for row in rows]:
            return found
    raise TaegError(f"runs of corpus {entry.id!r} are being made again and again; try once more when that ends")


def _read(store: Store, row: Row) -> Run:
    return Run(
        id=row["id"],
        strategy=row["strategy"],
        parameters=json.loads(row["parameters"]),
        signature=row["signature"],
        created=row["created"],
        spans=read_spans(store, row["key"]),
    )


def read_spans(store: Store, key: str) -> Spans:
    """The spans of a run, in narrative order."""
    count = store.read("read/span_count", run=key)[0]["spans"]
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
