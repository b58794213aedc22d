"""The date of each event: named by its passages, or carried over from the date that the statements name most.

A date without a year, or a weekday, is completed by the date of its document.
"""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np

from taeg.align.told_times import DAY
from taeg.align.values import FloatArray, IntArray, Statements
from taeg.text.expressions import dates
from taeg.text.expressions.lexicon import language_table, languages, weekdays


def event_times(
    statements: Statements, event: Sequence[int], line: FloatArray, order: IntArray, offset: float
) -> list[str]:
    """Return the time of each event as ISO 8601; a clock time alone if no date is known.

    `event` is that of each unit, -1 for none; `line` has the clock times on one line, by event before it was ordered.
    """
    tellers: list[set[int]] = [set() for _ in order]
    named: list[dict[datetime.date, set[int]]] = [{} for _ in order]
    complete: Counter[datetime.date] = Counter()
    for unit, number in zip(statements.units, event, strict=True):
        if number >= 0:
            tellers[number].add(unit.source)
        for day, whole in _dates(unit.text, statements.language, statements.documents[unit.document].date[:10]):
            if number >= 0:
                named[number].setdefault(day, set()).add(unit.source)
            if whole:
                complete[day] += 1
    first = min(complete, key=lambda day: (-complete[day], day)) if complete else None
    minutes = line[order] + offset
    timed = minutes[~np.isnan(minutes)]
    start = int(timed.min() // DAY) if len(timed) else 0
    own = [_agreed(days, len(who)) for days, who in zip(named, tellers, strict=True)]
    return [_time(minute, day, first, start) for minute, day in zip(minutes.tolist(), own, strict=True)]


@lru_cache(200_000)
def _dates(text: str, language: str, written: str) -> tuple[tuple[datetime.date, bool], ...]:
    """The dates that a text names, and whether it names them completely."""
    if not _trigger(language).search(text):
        return ()
    try:
        today = datetime.date.fromisoformat(written) if written else None
    except ValueError:
        today = None
    found = dates(text, language, today)
    return tuple((one.date, bool(one.year and one.month and one.day)) for one in found if one.date is not None)


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
