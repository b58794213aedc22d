"""What a run says: its passages and its narrative, read out of the graph, the words of one slice at a time."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from taeg.base.errors import InputError, TaegError, nearest, shortened
from taeg.consolidate.narrative import Narrative, Passage, Quotable
from taeg.graph import read as reading
from taeg.graph import runs
from taeg.graph.read import PLACES, Entry
from taeg.model.corpus_graph import IntArray
from taeg.store.engine import Columns, Store

PASSAGES = PLACES
"""Passages whose words are in memory at once."""
CHARACTERS = 4_000_000
"""Characters of the words that are in memory at once, unless a single passage has more."""


class RemadeError(TaegError):
    """A newer run of the same name took the place of the one that was being read."""


def narrative(store: Store, entry: Entry, run: str) -> Narrative:
    """The narrative of a run, read out of the graph; once more if a newer run of that name replaced it meanwhile."""
    for _ in range(runs.TRIES):
        with suppress(RemadeError):
            return Narrative(entry.id, run, entry.profile, tuple(passages(store, entry, run)), entry.language)
    raise TaegError(f"run {run!r} is being made again and again; try once more when that ends")


def passages(store: Store, entry: Entry, run: str) -> Iterator[Passage]:
    """The passages of a run in timeline order, with the words of one slice in memory; a run that quotes is read whole.

    Ends in an error if a newer run of that name has taken its place meanwhile.
    """
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run not in rows:
        name = shortened(run, 80)
        known = ", ".join(rows) or f"none yet; make one with: taeg consolidate --strategy {name}"
        raise InputError(f"corpus {entry.id!r} has no run {name!r}{nearest(run, list(rows))}; it has: {known}")
    key = rows[run]["key"]
    gone = RemadeError(f"run {run!r} was made anew, or its corpus replaced, while it was read; run this again")
    if quoted := runs.read_quoted(store, key):
        yield from _quotations(store, entry, quoted)
    else:
        for some in slices(_all_said(store, entry, key)):
            try:
                yield from _passages(store, entry, some)
            except KeyError:
                raise gone from None
    if not any(row["key"] == key for row in store.read("read/runs", generation=entry.generation)):
        raise gone


_PASSAGE = ("event", "title", "version", "source", "reference", "text", "source_title", "time", "edits")


@dataclass(frozen=True, slots=True)
class Said:
    """What a run says, in timeline order; -1 for the version, and its event, where only a title could be given."""

    place: IntArray
    """Of the event for which it was chosen."""
    version: IntArray
    told: IntArray
    """The event that the version tells."""
    chars: IntArray

    def __getitem__(self, some: slice | IntArray) -> "Said":
        return Said(self.place[some], self.version[some], self.told[some], self.chars[some])


def _all_said(store: Store, entry: Entry, key: str) -> Said:
    (made, _), silent = runs.read_chosen(store, entry, key), runs.read_described(store, key)
    nothing = np.full(len(silent), -1)
    said = Said(
        np.concatenate([made["event"], silent]),
        np.concatenate([made["version"], nothing]),
        np.concatenate([made["told"], nothing]),
        np.concatenate([made["chars"], np.zeros_like(silent)]),
    )
    return said[np.argsort(said.place)]


def slices(said: Said) -> Iterator[Said]:
    """Cut what a run says into slices of bounded number and size."""
    ends = np.cumsum(said.chars)
    start = 0
    while start < len(ends):
        fitting = np.searchsorted(ends, ends[start] - said.chars[start] + CHARACTERS, side="right")
        stop = max(start + 1, min(int(fitting), start + PASSAGES))
        yield said[start:stop]
        start = stop


def _passages(store: Store, entry: Entry, said: Said) -> list[Passage]:
    """What a slice of the narrative says; a KeyError where something of it is no longer there."""
    place, version = said.place, said.version
    told: dict[int, Passage] = {}
    titled: dict[int, Passage] = {}
    if len(chosen := version[version >= 0]):
        asked = reading.listed(chosen.tolist(), among=said.told[version >= 0].tolist())
        found = store.columns("read/passages", generation=entry.generation, **asked)
        found["edits"] = [tuple(edits) for edits in found["edits"]]
        columns = zip(*(found[name] for name in _PASSAGE), strict=True)
        told = dict(zip(found["ord"], (Passage(*values) for values in columns), strict=True))
    if len(silent := place[version < 0]):
        found = store.columns("read/titles", generation=entry.generation, **reading.listed(silent.tolist()))
        for ord, event, title in zip(found["ord"], found["id"], found["title"], strict=True):
            titled[ord] = Passage(event, title, "", "", "", f"{title}.")
    pairs = zip(place.tolist(), version.tolist(), strict=True)
    return [told[chosen] if chosen >= 0 else titled[event] for event, chosen in pairs]


def _quotations(store: Store, entry: Entry, quoted: Columns) -> tuple[Passage, ...]:
    """Quoted sentences as passages, each with the version that it stands in, where there is one."""
    sources = reading.sources(store, entry)
    spans = list(zip(quoted["source"], quoted["from_char"], quoted["to_char"], strict=True))
    events = {event.id: event for event in reading.events(store, entry)}
    told = Quotable.of(sources, reading.versions(store, entry))
    return tuple(told.passage(events, *span) for span in spans)
