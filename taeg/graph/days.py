"""Find the events of a day.

The day of an event is its `day`; without one, the date at the start of its `time`; without either, the date at the
start of the time of its earliest version (or of the date of its source). Dates are compared as they are written. Other
days are read only where an event also has a version of the day in question, and to suggest the nearest day if there
are no events.
"""

import re
from collections.abc import Sequence

import numpy as np

from taeg.base.errors import InputError, nearest
from taeg.graph.read import PLACES, SLICE, Entry, listed
from taeg.model.corpus import moment
from taeg.model.corpus_graph import IntArray
from taeg.store.engine import Store
from taeg.text import times

_DATE = re.compile(r"[+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?![0-9])")


def events_of(store: Store, entry: Entry, day: str) -> IntArray:
    """Return the indices of the events of a day."""
    found = store.columns("read/day_events", generation=entry.generation, day=day)["ord"] if day else []
    if _DATE.fullmatch(day):
        dated: set[int] = set()
        for date in (day, day.replace("-", "")) if day[0].isdigit() else (day,):  # with and without hyphens
            asked = {"generation": entry.generation, "date": date}
            found = found + store.columns("read/dated_events", **asked)["ord"]
            dated.update(store.columns("read/dated_accounts", **asked)["ord"])
            dated.update(store.columns("read/dated_sources", **asked)["ord"])
        found = found + [
            event for event, time in _first_times(store, entry, sorted(dated)).items() if _date(time) == day
        ]
    if not found:
        raise InputError(f"corpus {entry.id!r} has no day {day!r}{_hint(day, _known(store, entry))}")
    return np.unique(np.asarray(found, dtype=np.int64))


def _first_times(store: Store, entry: Entry, events: Sequence[int]) -> dict[int, str]:
    """Return the earliest time of the versions of some events, as written; events without times are left out."""
    first: dict[int, tuple[times.Span, str]] = {}
    for start in range(0, len(events), PLACES):
        asked = listed(events[start : start + PLACES])
        rows = store.columns("read/event_times", generation=entry.generation, **asked)
        for event, time in zip(rows["event"], rows["time"], strict=True):
            if time:
                given = (times.parse(time), time)
                first[event] = min(given, first.get(event, given))
    return {event: time for event, (_, time) in first.items()}


def _known(store: Store, entry: Entry) -> list[str]:
    """Return all days that have events."""
    known: set[str] = set()
    for start in range(0, entry.events, SLICE):
        columns = store.columns("read/days", generation=entry.generation, start=start, stop=start + SLICE)
        events = list(zip(columns["ord"], columns["day"], columns["time"], strict=True))
        known.update(day or _date(time) for _, day, time in events)
        bare = [event for event, day, time in events if not day and not time]
        known.update(map(_date, _first_times(store, entry, bare).values()))
    return sorted(known - {""})


def _date(time: str) -> str:
    """Return the date at the start of a time; empty if it does not name a day."""
    if found := _DATE.match(time):
        return found.group()
    found = _COMPACT.match(time)
    return "-".join(found.groups()) if found else ""


def _hint(day: str, known: Sequence[str]) -> str:
    """Suggest a day: the nearest in time, else the most similar, and the range of days."""
    if not known:
        return "; neither its events nor their versions have days"
    dates = [date for date in known if _DATE.fullmatch(date) and _moment(date) is not None]
    asked = _moment(day) if _DATE.fullmatch(day) else None
    if asked is None or not dates:
        near = nearest(day, known)
    else:
        near = f"; the nearest is {min(dates, key=lambda date: abs(moment(date) - asked))!r}"
    return f"{near}; its days go from {known[0]!r} to {known[-1]!r}"


def _moment(date: str) -> float | None:
    try:
        return moment(date)
    except InputError:  # such as 2030-01-50
        return None
