"""Dates: '12 October 2021', 'the third of March', 'last Tuesday', '10/02/2024', 'since 2006', 'yesterday'.

A date is read from the tokens as optional weekday, day, month and year in the order of the language. What is not said
stays None; `date` is completed from `today`: a weekday is the latest one, a day and month are in the nearest year.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from taeg.text.expressions.durations import durations
from taeg.text.expressions.lexicon import Table, alternatives, language_table, weekdays
from taeg.text.expressions.reading import Reading, read
from taeg.text.expressions.spans import Taken
from taeg.text.expressions.tokens import FIGURE, Phrases
from taeg.text.expressions.values import SpokenDate

_DAY, _MONTH = 86400, 2592000
YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_SHORT = re.compile(r"[0-9]{1,4}")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
_LONGEST = timedelta(weeks=8)
"""'Two years ago' names no day."""


class DateWords:
    """The words of one language."""

    def __init__(self, language: Table) -> None:
        table = language.section("dates")
        self.capitals = language.flag("capital_names")
        self.months = Phrases(table.numbered("months", 1))
        self.weekdays = Phrases(weekdays(language))
        self.ordinals = Phrases(
            {word: day for day, place in enumerate(alternatives(table.text("ordinals")), 1) for word in _forms(place)}
        )
        self.suffixes = table.words("ordinal_suffixes")
        self.cardinal_days = table.flag("cardinal_days")
        self.month_first = table.flag("month_first")
        self.of, self.the = table.phrases("of"), table.phrases("the")
        self.year_after = table.words("year_after")
        self.relative = table.by_number("relative")
        self.last, self.next, self.this = table.phrases("last"), table.phrases("next"), table.phrases("this")
        self.last_after, self.next_after = table.phrases("last_after"), table.phrases("next_after")
        self.hedges = table.by_value("hedges")


def _forms(place: str) -> list[str]:
    """Return the inflected forms of an ordinal."""
    return place.split()


@cache
def date_words(code: str) -> DateWords:
    """Return the words of a language."""
    return DateWords(language_table(code))


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is said of a date, up to token `last`."""

    last: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    side: int = 0
    """-1 for 'last Tuesday', 1 for 'next Tuesday'; days from today for 'yesterday'."""


def dates(text: str, language: str = "en", today: date | None = None) -> list[SpokenDate]:
    """Return the dates of a text in order; `today` is the day on which the text was written or spoken."""
    reading = read(text, language)
    words = date_words(reading.code)
    found: list[SpokenDate] = []
    at = 0
    while at < len(reading.tokens):
        parts = _parts(reading, words, at)
        if parts is None or (spoken := _spoken(reading, words, parts, at, today)) is None:
            at += 1
            continue
        found.append(spoken)
        at = parts.last
    if today is not None:
        found += _days_ago(text, language, today, found)
    return sorted(found, key=lambda spoken: spoken.start)


def _parts(reading: Reading, words: DateWords, at: int) -> _Parts | None:
    """Return the longest date that begins at a token."""
    if found := words.relative.at(reading.tokens, at):
        return _Parts(found[0], side=int(found[1]), day=0)
    weekday = _weekday(reading, words, at)
    if weekday is not None:
        comma = reading.word(weekday.last) == ","
        day = None if weekday.side else _absolute(reading, words, weekday.last + comma)
        return replace(day, weekday=weekday.weekday) if day and day.day else weekday
    past = words.last.at(reading.tokens, at)
    if past and (day := _absolute(reading, words, past[0])) and day.day:
        return replace(day, side=-1)  # 'el pasado 17 de julio'
    return _numeric(reading, at) or _absolute(reading, words, at) or _year_alone(reading, words, at)


def _weekday(reading: Reading, words: DateWords, at: int) -> _Parts | None:
    """Return 'Tuesday', 'last Tuesday' or 'martes pasado'."""
    place, side = at, 0
    for phrases, direction in ((words.last, -1), (words.next, 1), (words.this, 0)):
        if before := phrases.at(reading.tokens, at):
            place, side = before[0], direction
            break
    found = words.weekdays.at(reading.tokens, place)
    if found is None or reading.tokens[place].capital < words.capitals:
        return None
    last, weekday = found
    for phrases, direction in ((words.last_after, -1), (words.next_after, 1)):
        if after := phrases.at(reading.tokens, last):
            last, side = after[0], direction
            break
    return _Parts(last, weekday=weekday, side=side)


def _numeric(reading: Reading, at: int) -> _Parts | None:
    """Return `2024-02-10`, `10/02/2024`, `10-02-2024` or `10.02.2024`."""
    tokens = reading.tokens
    if match := _DOTTED.fullmatch(tokens[at].word):
        return _Parts(at + 1, int(match[3]), int(match[2]), int(match[1]))
    hyphens, slashes = tokens[at : at + 3], tokens[at : at + 5]
    if len(hyphens) == 3 and [token.gap for token in hyphens[1:]] == ["-", "-"]:
        words, last = [token.word for token in hyphens], at + 3
    elif len(slashes) == 5 and [token.word for token in slashes[1::2]] == ["/", "/"]:
        words, last = [token.word for token in slashes[::2]], at + 5
    else:
        return None
    if not all(_SHORT.fullmatch(word) for word in words):
        return None
    first, second, third = map(int, words)
    if len(words[0]) == 4:
        return _Parts(last, first, second, third)
    if len(words[2]) != 4:
        return None
    day, month = (second, first) if reading.variant == "en-us" else (first, second)
    return _Parts(last, third, month, day)


def _absolute(reading: Reading, words: DateWords, at: int) -> _Parts | None:
    """Return day and month, month and day, or month and year."""
    the = words.the.at(reading.tokens, at)
    if day := _day(reading, words, the[0] if the else at):
        of = words.of.at(reading.tokens, day[0])
        month = _month(reading, words, of[0] if of else day[0])
        return _with_year(reading, words, _Parts(month[0], month=month[1], day=day[1])) if month else None
    month = _month(reading, words, at)
    if month is None:
        return None
    if words.month_first:
        the = words.the.at(reading.tokens, month[0])
        day = _day(reading, words, the[0] if the else month[0])
        if day is not None:
            return _with_year(reading, words, _Parts(day[0], month=month[1], day=day[1]))
    parts = _with_year(reading, words, _Parts(month[0], month=month[1]))
    return parts if parts.year else None


def _month(reading: Reading, words: DateWords, at: int) -> tuple[int, int] | None:
    found = words.months.at(reading.tokens, at)
    if found is None or reading.tokens[at].capital < words.capitals:
        return None
    last, month = found
    short = len(reading.word(at)) <= 4 and reading.word(last) == "." and reading.tokens[last].gap == ""
    return last + (short and last + 1 < len(reading.tokens)), month


def _day(reading: Reading, words: DateWords, at: int) -> tuple[int, int] | None:
    """Return end and number of the day of a month."""
    if ordinal := words.ordinals.at(reading.tokens, at):
        return ordinal
    if at >= len(reading.tokens):
        return None
    token = reading.tokens[at]
    if token.kind == FIGURE and token.word.isdigit() and len(token.word) <= 2:
        suffix = reading.word(at + 1) in words.suffixes and reading.tokens[at + 1].gap == ""
        return (at + 1 + suffix, int(token.word)) if 1 <= int(token.word) <= 31 else None
    number = reading.numbers.get(at)
    if words.cardinal_days and number and number.in_words and number.integer in range(1, 32):
        return number.last, int(number.value)
    return None


def _with_year(reading: Reading, words: DateWords, parts: _Parts) -> _Parts:
    place = parts.last + (reading.word(parts.last) == ",")
    of = words.of.at(reading.tokens, place)
    place = of[0] if of else place
    if YEAR.fullmatch(reading.word(place)) and (parts.day or reading.free(place + 1)):
        return replace(parts, last=place + 1, year=int(reading.word(place)))
    return parts


def _year_alone(reading: Reading, words: DateWords, at: int) -> _Parts | None:
    if not YEAR.fullmatch(reading.word(at)) or reading.word(at - 1) not in words.year_after:
        return None
    if words.months.at(reading.tokens, at + 2):  # 'since 1838 on March 11' is a time
        return None
    return _Parts(at + 1, int(reading.word(at))) if reading.free(at + 1) else None


def _spoken(reading: Reading, words: DateWords, parts: _Parts, at: int, today: date | None) -> SpokenDate | None:
    """Return the date with its day; None if there is no such day."""
    hedge = words.hedges.before(reading.tokens, at)
    start, end = reading.tokens[at].start, reading.tokens[parts.last - 1].end
    year, month, day, weekday = parts.year, parts.month, parts.day, parts.weekday
    resolved: date | None = None
    try:
        if month is None and year is None and weekday is None:  # relative
            day, resolved = None, today + timedelta(days=parts.side) if today else None
        elif month is not None and day is not None:
            resolved = date(year, month, day) if year else _nearest(month, day, today, parts.side)
        elif weekday is not None and today is not None:
            resolved = _with_weekday(weekday, parts.side, today)
        elif month is not None:
            date(year or 2000, month, 1)
    except (ValueError, OverflowError):
        return None
    return SpokenDate(year, month, day, weekday, resolved, start, end, hedge[1] if hedge else "")


def _nearest(month: int, day: int, today: date | None, side: int) -> date | None:
    """Return the day in the year that is nearest to `today`; the last one before it if `side` is -1."""
    date(2000, month, day)  # a leap year: raises ValueError if there is no such day
    if today is None:
        return None
    days = []
    for year in (today.year - 1, today.year, today.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if side >= 0 or found < today:
            days.append(found)
    return min(days, key=lambda found: abs(found - today)) if days else None


def _with_weekday(weekday: int, side: int, today: date) -> date:
    """Return the latest such day up to today; 'last' excludes today, 'next' is after it."""
    back = (today.weekday() - weekday) % 7
    if side > 0:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    return today - timedelta(days=back or (7 if side < 0 else 0))


def _days_ago(text: str, language: str, today: date, found: list[SpokenDate]) -> list[SpokenDate]:
    """Return 'three days ago' and 'vor zwei Wochen' as dates."""
    days, taken = [], Taken(found)
    for duration in durations(text, language):
        length = timedelta(seconds=duration.seconds)
        whole = duration.seconds % _DAY == 0 and duration.seconds % _MONTH and length <= _LONGEST
        free = not taken.overlaps(duration)
        if duration.from_now and whole and free and duration.hedge == "" and duration.high is None:
            days.append(SpokenDate(None, None, None, None, today - length, duration.start, duration.end))
    return days
