"""The date of each event: named by its passages, or carried over from the date that the statements name most.

A date without a year, or a weekday, is completed by the date of its document. On that date the statement was made, so
it dates no event: it is given by the user, or named in the first or last sentences, as 'made on 24 June 2024' or beside
a signature.
"""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from taeg.align.lexicon import lexicon
from taeg.align.told_times import DAY
from taeg.align.values import FloatArray, IntArray, Statements, Unit
from taeg.text.expressions import dates
from taeg.text.expressions.lexicon import language_table, languages, weekdays

OPENING = 5
"""Sentences of a document that may say which day it is about."""
OUTER = 3
"""Sentences at each end of a document that may say when it was made."""
SIGNATURE = 5
"""Most words beside the date of a signature."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A date in a text."""

    day: datetime.date
    complete: bool
    """With its year."""
    of_month: bool
    """Not only a weekday, or a day counted from that of the document."""
    start: int
    end: int


def event_times(
    statements: Statements, event: Sequence[int], line: FloatArray, order: IntArray, offset: float
) -> list[str]:
    """Return the time of each event as ISO 8601; a clock time alone if no date is known.

    `event` is that of each unit, -1 for none; `line` has the clock times on one line, by event before it was ordered.
    """
    tellers: list[set[int]] = [set() for _ in order]
    named: list[dict[datetime.date, set[int]]] = [{} for _ in order]
    complete: Counter[datetime.date] = Counter()
    partial: dict[datetime.date, set[int]] = {}  # an opening says which day the statement is about
    written = [document.date[:10] for document in statements.documents]
    places = {} if statements.given else _places(statements)
    made = _made(statements, places)
    openings = {index for own in places.values() for index in own[:OPENING]}
    years = min(filter(None, (*written, *(day.isoformat() for _, day in made.values()))), default="")
    for index, (unit, number) in enumerate(zip(statements.units, event, strict=True)):
        if number >= 0:
            tellers[number].add(unit.source)
        at, day_made = made.get(unit.document, (-1, None))
        own = written[unit.document] or (day_made.isoformat() if day_made else "")
        for one in _dates(unit.text, statements.language, own, years):
            if index == at and one.day == day_made:
                continue
            if number >= 0:
                named[number].setdefault(one.day, set()).add(unit.source)
            if one.complete:
                complete[one.day] += 1
            elif one.of_month and (number < 0 or index in openings):
                partial.setdefault(one.day, set()).add(unit.source)
    first = _most(complete)
    if first is None:
        first = _most({day: len(who) for day, who in partial.items()})
    minutes = line[order] + offset
    timed = minutes[~np.isnan(minutes)]
    start = int(timed.min() // DAY) if len(timed) else 0
    agreed = [_agreed(days, len(who)) for days, who in zip(named, tellers, strict=True)]
    return [_time(minute, day, first, start) for minute, day in zip(minutes.tolist(), agreed, strict=True)]


def _most(counts: Mapping[datetime.date, int]) -> datetime.date | None:
    """The day with the highest count, the earliest of several."""
    return min(counts, key=lambda day: (-counts[day], day), default=None)


def _places(statements: Statements) -> dict[int, list[int]]:
    """The units of each document."""
    units: dict[int, list[int]] = {}
    for index, unit in enumerate(statements.units):
        units.setdefault(unit.document, []).append(index)
    return units


def _made(statements: Statements, places: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, datetime.date]]:
    """For documents that say so: the unit that names the date of the statement, and the date."""
    found = {}
    for document, own in places.items():
        outer = dict.fromkeys([*own[:OUTER], *own[-OUTER:]])
        days = ((i, _day_made(statements.units[i], statements.language, last=i == own[-1])) for i in outer)
        if first := next(((i, day) for i, day in days if day), None):
            found[document] = first
    return found


def _day_made(unit: Unit, language: str, *, last: bool) -> datetime.date | None:
    """The date after 'made on' or the like, or beside a signature in the last unit of a document."""
    for one in _dates(unit.text, language, "", ""):
        before = unit.text[: one.start]
        beside = len((before + unit.text[one.end :]).split())
        if one.complete and (lexicon(language).made.search(before) or (last and beside <= SIGNATURE)):
            return one.day
    return None


@lru_cache(200_000)
def _dates(text: str, language: str, written: str, years: str) -> tuple[_Named, ...]:
    """The dates that a text names; `written` is that of the document, `years` completes a day and month without it."""
    if not _trigger(language).search(text):
        return ()
    today, near = _day(written), _day(years)
    found = dates(text, language, today or near)
    usable = (one for one in found if today or (one.month and one.day))
    return tuple(
        _Named(one.date, bool(one.year and one.month and one.day), bool(one.month and one.day), one.start, one.end)
        for one in usable
        if one.date is not None
    )


def _day(iso: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(iso) if iso else None
    except ValueError:
        return None


@cache
def _trigger(language: str) -> re.Pattern[str]:
    """Matches texts that may name a day: a figure or the name of a weekday."""
    names = sorted(weekdays(language_table(language)), key=len, reverse=True) if language in languages() else []
    return re.compile("|".join([r"\d", *(re.escape(name) for name in names)]), re.IGNORECASE)


def _agreed(days: Mapping[datetime.date, set[int]], tellers: int) -> datetime.date | None:
    """The day that at least half of the sources of an event name."""
    best = min(days, key=lambda day: (-len(days[day]), day), default=None)
    return best if best is not None and 2 * len(days[best]) >= tellers else None


def _time(minute: float, day: datetime.date | None, first: datetime.date | None, start: int) -> str:
    if np.isnan(minute):
        return day.isoformat() if day else ""
    whole = round(minute)
    if day is None and first is not None:
        day = first + datetime.timedelta(days=whole // DAY - start)
    clock = f"{whole % DAY // 60:02d}:{whole % DAY % 60:02d}"
    return f"{day.isoformat()}T{clock}" if day else clock
