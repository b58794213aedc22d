"""ISO 8601 dates, times and ranges, complete or partial, as intervals that can be ordered.

`2024-05` and `2024-05-03T10:15` both become the interval they cover. Written by hand because the standard library and
dateutil have no partial dates, ranges or years before 1. Nothing is guessed: dates whose day and month could be
swapped, and words such as `yesterday`, are refused. The local clock and time zone are not used.
"""

import re
from calendar import month_name
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import inf, nextafter

from taeg.base.errors import InputError, quoted

LONGEST = 100
"""Maximum number of characters of a time."""
CACHED = 65_536
"""Cache size: each step from file to narrative parses the same times again."""

_EXPECTED = "write it as 2024-05-03 or 2024-05-03T14:30"
_EXPECTED_RANGE = "write a date as 2024-05-03 and a range as 2024-05-03/2024-05-05"
_UNREADABLE = "cannot be read"
_MINUSES = str.maketrans(dict.fromkeys("\u2010\u2011\u2212", "-"))
_EPOCH = datetime(1970, 1, 1)
_DATE = r"([0-9]{4}|[+-][0-9]{4,6})(?:-([0-9]{2})(?:-([0-9]{2}))?)?"
_CLOCK = r"([0-9]{2})(?::?([0-9]{2})(?::?([0-9]{2})(?:[.,]([0-9]{1,9}))?)?)?(?: ?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?))?"
_POINT = re.compile(rf"{_DATE}(?:[Tt ]{_CLOCK})?")
_BASIC = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?=[Tt ]|\Z)")
_TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_CLOCK_ONLY = re.compile(_CLOCK)
_SHORT_DATE = re.compile(r"(?:([0-9]{2})-?)?([0-9]{2})([Tt ][0-9].*)?")
_AMBIGUOUS = re.compile(r"[0-9]{1,2} ?([./-]) ?[0-9]{1,2} ?\1 ?[0-9]{2,4}(?![0-9])")
_DAY = 86400


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The interval a time covers, in seconds since 1970-01-01T00:00 UTC, in the proleptic Gregorian calendar.

    Spans sort by start, the shorter first. A span certainly precedes another if its `stop` is not after the other's
    `start`. Doubles resolve microseconds for some centuries around 1970.
    """

    start: float
    stop: float
    """Exclusive end."""
    zoned: bool
    """Whether a time zone was given (for a range: for both ends); UTC is assumed without one."""


def parse(text: str, location: str = "") -> Span:
    """Parse a time or a range; error messages start with `location` (file and line).

    Years are astronomical, as in ISO 8601: 1 BC is `0000` and 586 BC is `-0585`. A range includes both ends entirely
    (`2024-05-03/05` is three days). Its end may omit leading parts that equal those of its start and inherits the
    start's time zone. `24:00` is `00:00` of the next day; a leap second counts as the last second of its minute.
    """
    text = text.strip()
    try:
        return _read(text.translate(_MINUSES))
    except InputError as error:
        expected = _EXPECTED_RANGE if "/" in text and not _AMBIGUOUS.match(text) else _EXPECTED
        raise InputError(f"time {quoted(text)} {error}; {expected}", location) from None


def is_clock(text: str) -> bool:
    """Whether a text is a time of day without a date, such as `23:41`, which cannot be ordered among dates."""
    return bool(_TIME_OF_DAY.fullmatch(text))


def points(text: str) -> list[tuple[str, ...]]:
    """Return the parts of a valid time as written, for a range those of both ends; parts that are not given are empty.

    The parts are year, month, day, hour, minute, second, fraction and zone.
    """
    text = text.strip().translate(_MINUSES)
    found = _ends(text) if "/" in text else (_point(text),)
    return [tuple(part or "" for part in match.groups()) for match in found]


@lru_cache(CACHED)
def _read(text: str) -> Span:
    if len(text) == 16 and text[4] == text[7] == "-" and text[10] == "T" and text[13] == ":":
        with suppress(ValueError):  # the most frequent form, such as 2024-05-03T14:30, ten times as fast
            start = (datetime.fromisoformat(text) - _EPOCH).total_seconds()
            return Span(start, start + 60, zoned=False)
    if not text:
        raise InputError("is empty")
    if len(text) > LONGEST:
        raise InputError(f"is longer than {LONGEST} characters")
    if _AMBIGUOUS.match(text):
        raise InputError(f"{_UNREADABLE}: the order of day and month cannot be known")
    return _range(text) if "/" in text else _covered(_point(text))


def _point(text: str) -> re.Match[str]:
    """Match a time: year, month, day, hour, minute, second, fraction, zone."""
    if basic := _BASIC.match(text):
        text = "-".join(basic.groups()) + text[basic.end() :]
    match = _POINT.fullmatch(text)
    if match is None or (match[4] and not match[3]):
        raise InputError(f"{_UNREADABLE}: a time of day needs a whole date" if match else _UNREADABLE)
    return match


def _ends(text: str) -> tuple[re.Match[str], re.Match[str]]:
    """Match both ends of a range."""
    left, _, right = (part.strip() for part in text.partition("/"))
    if left in ("", "..") or right in ("", ".."):
        raise InputError("is an open range, and both ends are needed")
    first = _point(left)
    return first, _point(_completed(first, right, basic=_BASIC.match(left) is not None))


def _range(text: str) -> Span:
    first, last = _ends(text)
    start = _covered(first)
    end = _covered(last, first[8] or "")
    stop = end.start if last[4] == "24" else end.stop
    if stop <= start.start:
        raise InputError("is a range that ends before it begins")
    return Span(start.start, stop, start.zoned and end.zoned)


def _completed(first: re.Match[str], right: str, *, basic: bool) -> str:
    """Complete the end of a range with the parts that it shares with the start."""
    if _BASIC.match(right) or (_POINT.fullmatch(right) and not (basic and len(right) == 4)):
        return right
    year, month, day, hour, *clock = first.groups()[:6]
    if hour and (short := _CLOCK_ONLY.fullmatch(right)):
        if [part is None for part in short.groups()[1:3]] == [part is None for part in clock]:
            return f"{year}-{month}-{day}T{right}"
    elif short := _SHORT_DATE.fullmatch(right):
        if day and (short[3] or not hour):
            return f"{year}-{short[1] or month}-{short[2]}{short[3] or ''}"
        if month and not (day or short[1]):
            return f"{year}-{short[2]}{short[3] or ''}"
    raise InputError(f"{_UNREADABLE}: what the end of the range leaves out is not clear")


def _covered(match: re.Match[str], default_zone: str = "") -> Span:
    """Return the span that a matched time covers."""
    year, month, day, hour, minute, second, fraction, own_zone = match.groups()
    zone = own_zone or default_zone
    offset = _offset(zone)
    first, after = _days(year, month, day)
    start = first * _DAY - offset
    if hour is None:
        return Span(float(start), float(after * _DAY - offset), bool(zone))
    clock = (int(hour), int(minute or 0), int(second or 0))
    for name, number, highest in zip(("hour", "minute", "second"), clock, (24, 59, 60), strict=True):
        if number > highest:
            raise InputError(f"cannot be: there is no {name} {number}")
    if clock[0] == 24 and (any(clock[1:]) or int(fraction or 0)):
        raise InputError("cannot be: a day ends at 24:00")
    start += clock[0] * 3600 + clock[1] * 60 + min(clock[2], 59)
    if fraction is None:
        return Span(float(start), float(start + (1 if second else 60 if minute else 3600)), bool(zone))
    # Integers up to the single division, so that the result is the nearest double.
    scale = 10 ** len(fraction)
    ticks = start * scale + int(fraction)
    return Span(ticks / scale, max((ticks + 1) / scale, nextafter(ticks / scale, inf)), bool(zone))


def _offset(zone: str) -> int:
    """Return the offset of a zone from UTC in seconds."""
    if zone in ("", "Z", "z"):
        return 0
    hours, minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
    if hours > 23 or minutes > 59:
        raise InputError(f"cannot be: there is no zone {zone}")
    return (hours * 3600 + minutes * 60) * (-1 if zone[0] == "-" else 1)


def _days(written_year: str, written_month: str | None, written_day: str | None) -> tuple[int, int]:
    """Return the first day that a date covers and the first day after it, counted from 1970-01-01."""
    year = int(written_year)
    if written_month is None:
        return _day_number(year, 1), _day_number(year + 1, 1)
    month = int(written_month)
    if not 1 <= month <= 12:
        raise InputError(f"cannot be: there is no month {written_month}")
    first, after = _day_number(year, month), _day_number(year, month + 1)
    if written_day is None:
        return first, after
    if not 1 <= int(written_day) <= after - first:
        raise InputError(f"cannot be: {month_name[month]} {written_year} has {after - first} days")
    return first + int(written_day) - 1, first + int(written_day)


def _day_number(year: int, month: int) -> int:
    """Return the first day of a month (13 is the next January), counted from 1970-01-01."""
    # Counted from March, a leap day is the last day of the year and any five months have 153 days.
    years, march_based = divmod(year * 12 + month - 3, 12)
    return years * 365 + years // 4 - years // 100 + years // 400 + (153 * march_based + 2) // 5 - 719468
