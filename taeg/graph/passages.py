"""What a run says: its passages and its narrative, read out of the graph, the words of one slice at a time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

import numpy as np

from taeg.base.errors import InputError, TaegError, nearest, shortened
from taeg.consolidate.narrative import Narrative, Passage, event_edits, source_passage, title_passage
from taeg.consolidate.spans import Spans
from taeg.graph import read as reading
from taeg.graph import runs
from taeg.graph.read import PLACES, Entry
from taeg.model.arrange import spoken
from taeg.model.corpus import Source
from taeg.store.engine import Store

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
    """The passages of a run in narrative order, with the texts of one slice in memory.

    Ends in an error if the run is replaced meanwhile.
    """
    rows = {row["id"]: row for row in store.read("read/runs", generation=entry.generation)}
    if run not in rows:
        name = shortened(run, 80)
        known = ", ".join(rows) or f"none yet; make one with: taeg consolidate --strategy {name}"
        raise InputError(f"corpus {entry.id!r} has no run {name!r}{nearest(run, list(rows))}; it has: {known}")
    key = rows[run]["key"]
    gone = RemadeError(f"run {run!r} was made anew, or its corpus replaced, while it was read; run this again")
    texts = cache(lambda: _running_texts(store, entry))
    for some in slices(runs.read_spans(store, key)):
        try:
            yield from _passages(store, entry, some, texts)
        except LookupError:
            raise gone from None
    if not any(row["key"] == key for row in store.read("read/runs", generation=entry.generation)):
        raise gone


_PASSAGE = ("event", "title", "version", "source", "reference", "text", "source_title", "time", "edits")


def slices(spans: Spans) -> Iterator[Spans]:
    """Split spans into slices with a limited number of passages and characters."""
    chars = spans.end - spans.start
    ends = np.cumsum(chars)
    start = 0
    while start < len(ends):
        fitting = np.searchsorted(ends, ends[start] - chars[start] + CHARACTERS, side="right")
        stop = max(start + 1, min(int(fitting), start + PASSAGES))
        yield spans[start:stop]
        start = stop


def _passages(store: Store, entry: Entry, spans: Spans, sources: Callable[[], Sequence[Source]]) -> list[Passage]:
    """The passages of some spans; LookupError if a node no longer exists."""
    told: dict[int, Passage] = {}
    titles: dict[int, tuple[str, str]] = {}
    versions = spans[spans.version >= 0]
    if len(versions):
        asked = reading.listed(np.unique(versions.version).tolist(), among=versions.event.tolist())
        found = store.columns("read/passages", generation=entry.generation, **asked)
        columns = zip(*(found[name] for name in _PASSAGE), strict=True)
        told = dict(zip(found["ord"], (Passage(*values) for values in columns), strict=True))
    if len(silent := spans.event[spans.source < 0]):
        found = store.columns("read/titles", generation=entry.generation, **reading.listed(silent.tolist()))
        titles = dict(zip(found["ord"], zip(found["id"], found["title"], strict=True), strict=True))
    passages = []
    for event, version, source, start, end, role, _ in spans.rows():
        if version >= 0:
            whole = told[version]
            passages.append(replace(whole, text=whole.text[start:end], edits=event_edits(whole.edits, role)))
        elif source >= 0:
            passages.append(source_passage(sources()[source], start, end))
        else:
            passages.append(title_passage(*titles[event], start, end))
    return passages


def _running_texts(store: Store, entry: Entry) -> tuple[Source, ...]:
    """The sources with their running texts, composed of their versions where they have none of their own."""
    sources = reading.sources(store, entry)
    return sources if all(source.text for source in sources) else spoken(sources, reading.versions(store, entry))
