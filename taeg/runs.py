"""Runs of a strategy: written into the graph with their parameters, read back out of it as narratives.

A run becomes visible in one step, when all its choices are there; one that was killed is swept by the next.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version as installed_version

import numpy as np

from taeg import reading
from taeg.corpusgraph import FloatArray, IntArray
from taeg.errors import InputError, TaegError
from taeg.profiles import Profile
from taeg.reading import SLICE, Entry
from taeg.store import Row, Store
from taeg.strategies import Choices, Parameter


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

    def same_choices(self, other: "Run") -> bool:
        """Whether another run chose the same versions for the same scores."""
        pairs = (
            (self.event, other.event),
            (self.version, other.version),
            (self.score, other.score),
            (self.described, other.described),
        )
        return self.signature == other.signature and all(np.array_equal(a, b) for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Passage:
    """One event's share of a narrative, with who said it; `version` is empty where only a title could be given."""

    event: str
    title: str
    version: str
    source: str
    reference: str
    text: str


@dataclass(frozen=True, slots=True)
class Narrative:
    """The passages of a run in timeline order."""

    corpus: str
    run: str
    profile: Profile
    passages: tuple[Passage, ...]

    @property
    def text(self) -> str:
        """The bare text."""
        return self.profile.separator.join(passage.text for passage in self.passages)


def run_id(strategy: str, given: Mapping[str, Parameter]) -> str:
    """A run is named after its strategy and the parameters that were set by hand."""
    return strategy + "".join(f",{name}={value}" for name, value in sorted(given.items()))


def make(
    entry: Entry, strategy: str, given: Mapping[str, Parameter], parameters: Mapping[str, Parameter], choices: Choices
) -> Run:
    """The record of what a strategy chose for a corpus."""
    told = np.flatnonzero(choices.version >= 0)
    silent = np.flatnonzero(choices.version < 0)
    chosen = choices.version[told]
    return Run(
        id=run_id(strategy, given),
        strategy=strategy,
        parameters=parameters,
        signature=f"taeg {installed_version('taeg')}, corpus {entry.digest}, profile {entry.profile.name}",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        event=told,
        version=chosen,
        score=choices.score[chosen],
        described=silent if entry.profile.describes_silent_events else silent[:0],
    )


def save(store: Store, entry: Entry, run: Run, versions: list[str], events: list[str]) -> None:
    """Record a run; one of the same name that chose the same is left as it is, another is replaced.

    `versions` and `events` are the ids of the corpus in declared order.
    """
    store.write("write/sweep_incomplete_runs", generation=entry.generation, id=run.id)
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run.id in rows and _read(store, entry, rows[run.id]).same_choices(run):
        return
    key = f"{entry.generation}/{run.id}/{secrets.token_hex(8)}"
    store.load(
        "runs",
        {
            "key": [key],
            "id": [run.id],
            "corpus": [entry.id],
            "generation": [entry.generation],
            "name": [run.id],
            "strategy": [run.strategy],
            "parameters": [json.dumps(dict(run.parameters), sort_keys=True)],
            "signature": [run.signature],
            "created": [run.created],
            "complete": [False],
        },
    )
    store.load("run_of", {"a": [key], "b": [entry.id]})
    store.load(
        "chose",
        {
            "a": [key] * len(run.event),
            "b": [f"{entry.generation}/{versions[i]}" for i in run.version.tolist()],
            "ord": run.event.tolist(),
            "score": run.score.tolist(),
        },
    )
    store.load(
        "described",
        {
            "a": [key] * len(run.described),
            "b": [f"{entry.generation}/{events[i]}" for i in run.described.tolist()],
            "ord": run.described.tolist(),
        },
    )
    written = _choices(store, key, entry)
    if not all(np.array_equal(w, r) for w, r in zip(written, (run.event, run.version, run.score), strict=True)):
        raise TaegError(f"run {run.id!r} did not arrive whole in the graph (was the corpus replaced?); run it again")
    if not store.write("write/complete_run", key=key):
        raise TaegError(f"run {run.id!r} was taken over by another process; run it again")
    store.write("write/sweep_incomplete_runs", generation=entry.generation, id=run.id)


def read_all(store: Store, entry: Entry) -> list[Run]:
    """All complete runs of a corpus, by id."""
    return [_read(store, entry, row) for row in store.read("read/runs", generation=entry.generation)]


def narrative(store: Store, entry: Entry, run: str) -> Narrative:
    """The narrative of a run, read out of the graph."""
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run not in rows:
        known = ", ".join(rows) or f"none yet; make one with: taeg consolidate --strategy {run}"
        raise InputError(f"corpus {entry.id!r} has no run {run!r}{reading.nearest(run, list(rows))}; it has: {known}")
    key = rows[run]["key"]
    told = reading.sliced_columns(
        [
            store.columns("read/narrative", run=key, start=start, stop=start + SLICE)
            for start in range(0, entry.events, SLICE)
        ]
    )
    fields = ("event", "title", "version", "source", "reference", "text")
    passages = dict(zip(told["ord"], (Passage(*v) for v in zip(*(told[f] for f in fields), strict=True)), strict=True))
    titles = store.columns("read/descriptions", run=key)
    for place, event, title in zip(titles["ord"], titles["event"], titles["title"], strict=True):
        passages[place] = Passage(event, title, "", "", "", f"{title}.")
    return Narrative(entry.id, run, entry.profile, tuple(passages[place] for place in sorted(passages)))


def _read(store: Store, entry: Entry, row: Row) -> Run:
    event, version, score = _choices(store, row["key"], entry)
    described = store.columns("read/described", run=row["key"])["event"]
    return Run(
        id=row["id"],
        strategy=row["strategy"],
        parameters=json.loads(row["parameters"]),
        signature=row["signature"],
        created=row["created"],
        event=event,
        version=version,
        score=score,
        described=np.sort(np.asarray(described, dtype=np.int64)),
    )


def _choices(store: Store, key: str, entry: Entry) -> tuple[IntArray, IntArray, FloatArray]:
    parts = [
        store.columns("read/chosen", run=key, start=start, stop=start + SLICE)
        for start in range(0, entry.events, SLICE)
    ]
    event = np.asarray([value for part in parts for value in part["event"]], dtype=np.int64)
    version = np.asarray([value for part in parts for value in part["version"]], dtype=np.int64)
    score = np.asarray([value for part in parts for value in part["score"]], dtype=np.float64)
    order = np.argsort(event)
    return event[order], version[order], score[order]
