"""Runs of a strategy: written into the graph with their parameters and scores, read back as numbers.

Choices are written and read in slices. A run becomes visible in one step, when all its choices are there; one that was
killed is swept by the next. `taeg.graph.passages` reads the words that a run chose.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as installed_version

import numpy as np

from taeg.base.errors import TaegError
from taeg.consolidate.strategies import Choices, Parameter, Quotes
from taeg.graph import read as reading
from taeg.graph.choosing import NUMBERS, Cut, Numbers, source_ids
from taeg.graph.read import SLICE, Entry
from taeg.model.corpus import check_id
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.model.part import PART, WHOLE, Part, covered, escaped
from taeg.store.engine import Columns, Row, Store

STILL_IN_THE_MAKING = timedelta(minutes=10)
"""An incomplete run older than this was killed."""
SWEEP_BATCH = 10_000
"""Choices of such a run that are removed at once."""
TRIES = 5
"""How often runs are read that are made again meanwhile."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a strategy chose, as recorded."""

    id: str
    strategy: str
    parameters: Mapping[str, Parameter]
    signature: str
    """What made it: program, version, corpus digest, profile."""
    created: str
    event: IntArray
    """Places in the timeline, rising."""
    version: IntArray
    """For each of them the place of the chosen version in the corpus."""
    score: FloatArray
    described: IntArray
    """Places of the events for which only their title could be given."""
    quoted: IntArray
    """For a strategy that quotes: a row for each sentence, source, first character, character past the last."""
    quoted_score: FloatArray

    @property
    def part(self) -> str:
        """The name of the part of the corpus that it covers; empty for a run over all of it."""
        return covered(self.parameters)

    def same_choices(self, other: "Run") -> bool:
        """Whether another run chose the same versions for the same scores."""
        pairs = (
            (self.event, other.event),
            (self.version, other.version),
            (self.score, other.score),
            (self.described, other.described),
            (self.quoted, other.quoted),
            (self.quoted_score, other.quoted_score),
        )
        return self.signature == other.signature and all(np.array_equal(a, b) for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Judged:
    """What evaluation says of one choice: its likeness to the reference, and whether no other version is nearer."""

    version: str
    rouge_l: float
    best: bool


SCORES = (
    "characters",
    "rouge1",
    "rouge2",
    "rougeL",
    "meteor",
    "bertscore",
    "tau",
    "disorder",
    "aligned",
    "accuracy",
    "likeness",
    "coverage",
    "redundancy",
)
"""The scores a run can carry in the graph."""


def record_scores(
    store: Store, entry: Entry, run: str, scores: Mapping[str, float], signature: str, judged: Sequence[Judged]
) -> None:
    """Write scores on a run, and what evaluation says of its choices."""
    keys = {row["id"]: row["key"] for row in store.read("read/runs", generation=entry.generation)}
    values: dict[str, float | None] = {name: scores.get(name) for name in SCORES}
    if values["characters"] is not None:
        values["characters"] = int(values["characters"])
    store.write("write/score_run", run=keys[run], scored_by=signature, **values)
    rows = [
        {"version": f"{entry.generation}/{item.version}", "rougeL": item.rouge_l, "best": item.best} for item in judged
    ]
    for start in range(0, len(rows), SLICE):
        store.write("write/judge_choices", run=keys[run], rows=rows[start : start + SLICE])


def read_scores(store: Store, entry: Entry) -> list[Row]:
    """The scores that stand on the runs of a corpus."""
    return store.read("read/scores", generation=entry.generation)


def run_id(strategy: str, given: Mapping[str, Parameter], part: Part = WHOLE) -> str:
    """A run is named after its strategy, the parameters that were set by hand, and the part that it covers."""
    named = [f"{name}={escaped(value)}" for name, value in sorted(given.items())]
    return ",".join([strategy, *named, *([part.name] if part else [])])


def make(
    entry: Entry,
    strategy: str,
    given: Mapping[str, Parameter],
    parameters: Mapping[str, Parameter],
    made: Choices | Quotes,
    editor: Mapping[int, int] | None = None,
    part: Part = WHOLE,
    cut: Cut | None = None,
) -> Run:
    """The record of what a strategy chose or quoted for a corpus, or for a part of it that stands at `cut`.

    The editor's choices go before a strategy's; they are counted as the strategy's are.
    """
    event, version, described = np.empty((3, 0), dtype=np.int64)
    score = quoted_score = np.empty(0)
    quoted = np.empty((0, 3), dtype=np.int64)
    if isinstance(made, Quotes):
        quoted = np.array([(s.source, s.start, s.stop) for s in made.sentences], dtype=np.int64).reshape(-1, 3)
        quoted_score = made.score
    else:
        chosen = made.version.copy()
        chosen[list(editor or {})] = list((editor or {}).values())
        event = np.flatnonzero(chosen >= 0)
        version = chosen[event]
        score = made.score[version]
        if entry.profile.describes_silent_events:
            described = np.flatnonzero(chosen < 0)
        if cut is not None:
            event, described, version = cut.events[event], cut.events[described], cut.versions[version]
    name = run_id(strategy, given, part)
    check_id("run", name)
    return Run(
        id=name,
        strategy=strategy,
        parameters={**parameters, **({PART: part.name} if part else {})},
        signature=f"taeg {installed_version('taeg')}, corpus {entry.digest}, profile {entry.profile.name}",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        event=event,
        version=version,
        score=score,
        described=described,
        quoted=quoted,
        quoted_score=quoted_score,
    )


def save(store: Store, entry: Entry, run: Run) -> None:
    """Record a run; one of the same name that chose the same is left as it is, another is replaced."""
    _sweep(store, entry, run.id)
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run.id in rows and _read(store, entry, rows[run.id]).same_choices(run):
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
    for name, columns in _tables(store, entry, key, run):
        store.load(name, columns)
    if not _contents(store, entry, key, run).same_choices(run):
        raise TaegError(f"run {run.id!r} did not arrive whole in the graph (was the corpus replaced?); run it again")
    if not store.write("write/complete_run", key=key)[0]["runs"]:
        raise TaegError(f"run {run.id!r} was lost (was the corpus replaced?); run it again")
    _sweep(store, entry, run.id)


def _tables(store: Store, entry: Entry, key: str, run: Run) -> Iterator[tuple[str, dict[str, Sequence[object]]]]:
    """What a run points at, a slice at a time; ids are asked for as they are needed."""
    for start in range(0, len(run.event), SLICE):
        stop = start + SLICE
        chosen = run.version[start:stop].tolist()
        yield (
            "chose",
            {
                "a": [key] * len(chosen),
                "b": _keys(store, entry, "read/version_ids", chosen),
                "ord": run.event[start:stop].tolist(),
                "score": run.score[start:stop].tolist(),
            },
        )
    for start in range(0, len(run.described), SLICE):
        described = run.described[start : start + SLICE].tolist()
        keys = _keys(store, entry, "read/titles", described)
        yield "described", {"a": [key] * len(described), "b": keys, "ord": described}
    names = source_ids(store, entry) if len(run.quoted) else []
    for start in range(0, len(run.quoted), SLICE):
        quoted, score = run.quoted[start : start + SLICE], run.quoted_score[start : start + SLICE]
        yield (
            "quoted",
            {
                "a": [key] * len(quoted),
                "b": [f"{entry.generation}/{names[i]}" for i in quoted[:, 0].tolist()],
                "ord": list(range(start, start + len(quoted))),
                "from_char": quoted[:, 1].tolist(),
                "to_char": quoted[:, 2].tolist(),
                "score": score.tolist(),
            },
        )


def _keys(store: Store, entry: Entry, statement: str, places: list[int]) -> list[str]:
    """The keys of the nodes at some places, in their order."""
    found = store.columns(statement, generation=entry.generation, **reading.listed(places))
    ids = dict(zip(found["ord"], found["id"], strict=True))
    if len(ids) < len(set(places)):
        raise TaegError(f"corpus {entry.id!r} is not whole in the graph (was it replaced?); run this again")
    return [f"{entry.generation}/{ids[place]}" for place in places]


def _sweep(store: Store, entry: Entry, run: str) -> None:
    """Remove what killed consolidations left; where others may write too, only what is too old to be in the making."""
    limit = datetime.now(UTC) - (timedelta() if store.exclusive else STILL_IN_THE_MAKING)
    before = (limit + timedelta(seconds=1)).isoformat(timespec="seconds")
    which = {"generation": entry.generation, "id": run, "before": before}
    while store.write("write/sweep_incomplete_choices", **which, batch=SWEEP_BATCH)[0]["swept"]:
        pass
    store.write("write/sweep_incomplete_runs", **which)


def read_all(store: Store, entry: Entry) -> list[Run]:
    """All complete runs of a corpus, by id; read once more if one of them was replaced meanwhile."""
    rows = store.read("read/runs", generation=entry.generation)
    for _ in range(TRIES):
        found = [_read(store, entry, row) for row in rows]
        before, rows = rows, store.read("read/runs", generation=entry.generation)
        if [row["key"] for row in before] == [row["key"] for row in rows]:
            return found
    raise TaegError(f"runs of corpus {entry.id!r} are being made again and again; try once more when that ends")


def _read(store: Store, entry: Entry, row: Row) -> Run:
    nothing = np.empty(0, dtype=np.int64)
    head = Run(
        id=row["id"],
        strategy=row["strategy"],
        parameters=json.loads(row["parameters"]),
        signature=row["signature"],
        created=row["created"],
        event=nothing,
        version=nothing,
        score=np.empty(0),
        described=nothing,
        quoted=np.empty((0, 3), dtype=np.int64),
        quoted_score=np.empty(0),
    )
    return _contents(store, entry, row["key"], head)


def _contents(store: Store, entry: Entry, key: str, run: Run) -> Run:
    """The run with what the graph says it chose, described and quoted."""
    chosen, score = read_chosen(store, entry, key)
    quoted = read_quoted(store, key)
    spans = [quoted[name] for name in ("source", "from_char", "to_char")] if quoted else [[], [], []]
    return replace(
        run,
        event=chosen["event"],
        version=chosen["version"],
        score=score,
        described=read_described(store, key),
        quoted=np.asarray(spans, dtype=np.int64).T,
        quoted_score=np.asarray(quoted["score"] if quoted else [], dtype=np.float64),
    )


def read_chosen(store: Store, entry: Entry, key: str) -> tuple[Numbers, FloatArray]:
    """What a run chose, in timeline order, and for which scores."""
    parts = [
        store.columns("read/chosen", run=key, start=start, stop=start + NUMBERS)
        for start in range(0, entry.events, NUMBERS)
    ]
    numbers = {
        name: np.concatenate([np.asarray(part[name], dtype=np.int64) for part in parts])
        for name in ("event", "version", "told", "chars")
    }
    score = np.concatenate([np.asarray(part["score"], dtype=np.float64) for part in parts])
    order = np.argsort(numbers["event"])
    return {name: values[order] for name, values in numbers.items()}, score[order]


def read_described(store: Store, key: str) -> IntArray:
    """The places of the events that a run could only describe, rising."""
    return np.sort(np.asarray(store.columns("read/described", run=key)["event"], dtype=np.int64))


def read_quoted(store: Store, key: str) -> Columns:
    """The sentences a run quotes, in order; empty for one that chose versions."""
    count = store.read("read/quote_count", run=key)[0]["quotes"]
    if not count:
        return {}
    return reading.sliced_columns(
        [store.columns("read/quoted", run=key, start=start, stop=start + SLICE) for start in range(0, count, SLICE)]
    )
