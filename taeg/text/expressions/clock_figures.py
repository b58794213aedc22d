"""Clock times in figures: `23:41`, `23.41`, `0722`, `22h14`."""

import re
from dataclasses import dataclass

from taeg.text.expressions.clock_words import AT, ClockWords, Prefix
from taeg.text.expressions.reading import Reading
from taeg.text.expressions.tokens import FIGURE, WORD

_COLON = re.compile(r"([01]?[0-9]|2[0-4]):([0-5][0-9])(?::[0-5][0-9])?")
_DOT = re.compile(r"([01]?[0-9]|2[0-4])\.([0-5][0-9])")
_FOUR = re.compile(r"([01][0-9]|2[0-4])([0-5][0-9])")
_HOUR = re.compile(r"[01]?[0-9]|2[0-4]")
_MINUTE = re.compile(r"[0-5][0-9]")
_BEFORE_MARKS = "£$€#/*+=_@&"
_YEARS = range(1900, 2100)
_LOOK_BACK = 3


@dataclass(frozen=True, slots=True)
class FigureTime:
    """A time that ends before token `last`."""

    last: int
    minute: int
    known: bool


def figure_time(reading: Reading, words: ClockWords, at: int, prefix: Prefix | None) -> FigureTime | None:
    """Return the time that begins at a figure, or None."""
    token = reading.tokens[at]
    if token.gap != " " and at and (reading.tokens[at - 1].kind != "mark" or reading.word(at - 1) in _BEFORE_MARKS):
        return None
    if at and reading.word(at - 1) in "£$€":
        return None
    sure = prefix is not None and AT in prefix.kinds
    if not sure and any(reading.word(place) in words.scores for place in range(max(0, at - _LOOK_BACK), at)):
        return None
    found = (
        _colon(reading, words, at, prefix)
        or _dot(reading, words, at, prefix)
        or _four_digits(reading, words, at, prefix)
    )
    return found or _with_h(reading, words, at, prefix)


def _time(words: ClockWords, hour: str, minute: str, last: int) -> FigureTime | None:
    if int(hour) == 24 and int(minute):
        return None
    known = int(hour) > words.ambiguous_hours or hour[0] == "0"
    return FigureTime(last, (int(hour) * 60 + int(minute)) % 1440, known)


def _suffix(reading: Reading, words: ClockWords, at: int) -> int | None:
    """Return the index after 'hours', 'Uhr' or a time zone."""
    if found := words.hour_suffix.at(reading.tokens, at):
        return found[0]
    return at + 1 if reading.word(at) in words.zones else None


def _colon(reading: Reading, words: ClockWords, at: int, prefix: Prefix | None) -> FigureTime | None:
    match = _COLON.fullmatch(reading.word(at))
    if match is None or _is_range_of_verses(reading, at):
        return None
    before = reading.tokens[at - 1] if at else None
    if (
        before
        and before.kind == WORD
        and before.capital
        and not prefix
        and not reading.opens(at - 1)
        and match[1][0] != "0"
    ):
        known = words.weekdays.before(reading.tokens, at) or words.part_nouns.before(reading.tokens, at)
        if not known:  # 'Mark 14:30'
            return None
    suffix = _suffix(reading, words, at + 1)
    if words.colon_needs_support and not (suffix or prefix) and not _is_supported(reading, words, at):
        return None  # 'gewann mit 22:20'
    return _time(words, match[1], match[2], suffix or at + 1)


def _is_supported(reading: Reading, words: ClockWords, at: int) -> bool:
    """Whether a part of the day follows, a weekday precedes, or a sentence begins."""
    before = reading.word(at - 1)
    opened = (reading.opens(at) and before != "(") or before in words.range_openers
    return opened or bool(words.part_after(reading.tokens, at + 1) or words.weekdays.before(reading.tokens, at))


def _is_range_of_verses(reading: Reading, at: int) -> bool:
    following = reading.tokens[at + 1] if at + 1 < len(reading.tokens) else None
    return (
        following is not None
        and following.kind == FIGURE
        and following.gap == "-"
        and _COLON.fullmatch(following.word) is None
    )


def _dot(reading: Reading, words: ClockWords, at: int, prefix: Prefix | None) -> FigureTime | None:
    match = _DOT.fullmatch(reading.word(at))
    if match is None:
        return None
    if end := _suffix(reading, words, at + 1):
        return _time(words, match[1], match[2], end)
    if words.part_after(reading.tokens, at + 1):
        return _time(words, match[1], match[2], at + 1)
    if prefix is None or not prefix.kinds & words.dot_after or _counts(reading, words, at + 1):
        return None
    if AT not in prefix.kinds and not reading.free(at + 1):
        return None
    return _time(words, match[1], match[2], at + 1)


def _four_digits(reading: Reading, words: ClockWords, at: int, prefix: Prefix | None) -> FigureTime | None:
    match = _FOUR.fullmatch(reading.word(at))
    if match is None or reading.word(at + 1) in ("-", "\u2013", "/"):
        return None
    if end := _suffix(reading, words, at + 1):
        return _time(words, match[1], match[2], end)
    if _counts(reading, words, at + 1) or (at + 1 < len(reading.tokens) and reading.tokens[at + 1].kind == FIGURE):
        return None
    zero = match[0][0] == "0"
    at_or_day = prefix and (AT in prefix.kinds or _is_day(reading, words, at + 1))
    if (zero and (prefix or reading.opens(at))) or (
        at_or_day and (int(match[0]) not in _YEARS or reading.free(at + 1))
    ):
        found = _time(words, match[1], match[2], at + 1)
        return found and FigureTime(found.last, found.minute, True)
    return None


def _is_day(reading: Reading, words: ClockWords, at: int) -> bool:
    """Whether 'on Monday' or 'on March 11' stands at a token."""
    if reading.word(at) not in words.day_links:
        return False
    return bool(words.weekdays.at(reading.tokens, at + 1) or words.months.at(reading.tokens, at + 1))


def _with_h(reading: Reading, words: ClockWords, at: int, prefix: Prefix | None) -> FigureTime | None:
    """Return `22h14`, and `22h` after a prefix."""
    tokens = reading.tokens
    if not _HOUR.fullmatch(tokens[at].word) or reading.word(at + 1) != "h":
        return None
    if (
        tokens[at + 1].gap == ""
        and at + 2 < len(tokens)
        and tokens[at + 2].gap == ""
        and _MINUTE.fullmatch(tokens[at + 2].word)
    ):
        last = at + 4 if reading.word(at + 3) in ("min", "m") and tokens[at + 3].gap == "" else at + 3
        return _time(words, tokens[at].word, tokens[at + 2].word, last)
    if words.hour_alone and (prefix or words.part_after(tokens, at + 2)):
        return _time(words, tokens[at].word, "0", at + 2)
    return None


def _counts(reading: Reading, words: ClockWords, at: int) -> bool:
    """Whether a unit or a multiplier stands at a token: then the figure before it is an amount."""
    if reading.word(at) and reading.word(at) in "%£$€°/":
        return True
    return any(table.at(reading.tokens, at) for table in words.units)
