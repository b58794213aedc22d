"""Times for people to read: `2024-02-09T23:05` is `9 February 2024, 23:05`, `9. Februar 2024, 23:05` in German.

Month names and the order of the parts come from Babel. Languages it does not know use British English. A text that is
not a time, or a date before year 1, stays as it is.
"""

from datetime import date
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton

from taeg.base.errors import InputError
from taeg.text import times
from taeg.text.language import UNKNOWN

FALLBACK = "en_GB"
DASH = "\u2013"


def readable(time: str, language: str, *, weekday: bool = False) -> str:
    """Format a time or a range."""
    points = _points(time)
    try:
        days = [_day(point[:3], language, weekday) for point in points]
    except ValueError:
        return time
    clocks = [_clock(point) for point in points]
    if len(points) == 2 and days[0] == days[1] and all(clocks):
        return f"{days[0]}, {clocks[0]}{DASH}{clocks[1]}{_zone(points[1] if points[1][7] else points[0])}"
    whole = [
        f"{day}, {clock}{_zone(point)}" if clock else day
        for day, clock, point in zip(days, clocks, points, strict=True)
    ]
    return f" {DASH} ".join(whole) or time


def day(time: str, language: str) -> str:
    """Format the date of a time, for a range that of its start, with the day of the week if it is known.

    A time of day without a date has none.
    """
    if times.is_clock(time):
        return ""
    points = _points(time)
    try:
        return _day(points[0][:3], language, weekday=True) if points else time
    except ValueError:
        return time


def clock(time: str) -> str:
    """Return the time of day, for a range that of its start; empty if there is none."""
    if times.is_clock(time):
        return time
    points = _points(time)
    return _clock(points[0]) if points else ""


def _points(time: str) -> list[tuple[str, ...]]:
    try:
        return times.points(time)
    except InputError:
        return []


def _day(parts: tuple[str, ...], language: str, weekday: bool) -> str:
    """Format a date; ValueError if the calendar does not have it."""
    year, month, day = (int(part or 0) for part in parts)
    locale = _locale(language)
    if not month:
        return str(year) if year > 0 else f"{1 - year} BC"
    if not day:
        return format_skeleton("yMMMM", date(year, month, 1), locale=locale)
    return format_date(date(year, month, day), "full" if weekday else "long", locale=locale)


def _clock(point: tuple[str, ...]) -> str:
    """The time of day, without seconds if they are zero."""
    _, _, _, hour, minute, second, fraction, _ = point
    if not hour:
        return ""
    seconds = f":{second}" + (f".{fraction}" if fraction else "") if second.strip("0") or fraction else ""
    return f"{hour}:{minute or '00'}{seconds}"


def _zone(point: tuple[str, ...]) -> str:
    """The offset from UTC in words."""
    offset = point[7].upper()
    if not offset:
        return ""
    return " UTC" if not offset.strip("Z+-0:") else f" UTC{offset}"


@lru_cache
def _locale(language: str) -> Locale:
    if language in ("en", UNKNOWN):
        return Locale.parse(FALLBACK)
    try:
        return Locale.parse(language.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(FALLBACK)
