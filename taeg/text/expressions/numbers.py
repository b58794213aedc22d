"""Cardinal numbers that count something, and all expressions of a text together."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TypeVar

from taeg.text.expressions.amounts import AmountWords, amount_at, amount_words
from taeg.text.expressions.clock import SOME_TIME, clock_times
from taeg.text.expressions.dates import YEAR, date_words, dates
from taeg.text.expressions.durations import durations
from taeg.text.expressions.lexicon import Table, language_table
from taeg.text.expressions.quantities import quantities
from taeg.text.expressions.reading import Reading, read
from taeg.text.expressions.spans import Span, Taken
from taeg.text.expressions.tokens import FIGURE, WORD
from taeg.text.expressions.values import ClockTime, Duration, Number, Quantity, SpokenDate

T = TypeVar("T", ClockTime, SpokenDate, Duration, Quantity, Number)
RECENT_YEAR = re.compile(r"19[0-9]{2}|20[0-9]{2}")
_APOSTROPHES = ("'", "\u2019")
_STREET_WORDS = 4
"""Most tokens of the name of a street."""


class NumberContext:
    """Words that show that a number counts nothing: names of rooms and pages, streets, the pronoun 'one'."""

    def __init__(self, language: Table) -> None:
        table = language.section("numbers")
        self.labels = table.words("labels")
        self.figure_labels = table.words("figure_labels")
        self.fraction_nouns = table.words("fraction_nouns")
        self.ordinal_after = table.words("ordinal_after")
        self.streets = table.words("streets")
        self.street_endings = tuple(table.words("street_endings"))
        self.pronouns = table.words("pronouns")
        self.pronoun_after = table.words("pronoun_after")
        self.determiners = table.words("determiners")
        self.pronoun_before = table.words("pronoun_before")


@cache
def number_context(code: str) -> NumberContext:
    """Return the words of a language."""
    return NumberContext(language_table(code))


@dataclass(frozen=True, slots=True)
class Expressions:
    """All expressions of a text; no two of them overlap."""

    clock_times: list[ClockTime]
    dates: list[SpokenDate]
    durations: list[Duration]
    quantities: list[Quantity]
    numbers: list[Number]


def expressions(text: str, language: str = "en", today: date | None = None) -> Expressions:
    """Return all expressions of a text; what is part of a time, date, duration or quantity is not also a number."""
    kept: list[Span] = []

    def free(found: list[T]) -> list[T]:
        taken = Taken(kept)
        left = [item for item in found if not taken.overlaps(item)]
        kept.extend(left)
        return left

    return Expressions(
        free(clock_times(text, language)),
        free(dates(text, language, today)),
        free(durations(text, language)),
        free(quantities(text, language)),
        free(numbers(text, language)),
    )


def numbers(text: str, language: str = "en") -> list[Number]:
    """Return the cardinal numbers of a text in order, without times, dates, house numbers and the like."""
    reading = read(text, language)
    words = number_context(reading.code)
    taken = Taken([*clock_times(text, language, SOME_TIME), *dates(text, language)])
    found: list[Number] = []
    last = 0
    for at in reading.numbers:
        amount = amount_at(reading, at, articles=False)
        if amount is None or at < last or _counts_nothing(reading, words, at, amount.last):
            continue
        if _is_score(reading, amount_words(reading.code), at):
            continue
        start, end = reading.tokens[at].start, reading.tokens[amount.last - 1].end
        number = Number(amount.value, start, end, amount.hedge, amount.high)
        if not taken.overlaps(number):
            found.append(number)
            last = amount.last
    return found


def _counts_nothing(reading: Reading, words: NumberContext, at: int, last: int) -> bool:
    before = reading.word(at - 1)
    if before in words.labels or (before == "." and reading.word(at - 2) in words.labels):  # 'room 12', 'No. 12'
        return True
    if reading.word(last) in words.fraction_nouns:  # 'two-thirds'
        return True
    if reading.tokens[at].kind == FIGURE:
        return _is_name(reading, words, at, last)
    if reading.word(at) not in words.pronouns or last > at + 1:
        return False
    pronoun = before in words.pronoun_after or reading.word(last) in words.pronoun_before
    return pronoun or _is_noun(reading, words, at)


def _is_name(reading: Reading, words: NumberContext, at: int, last: int) -> bool:
    """Whether a figure is a telephone number, a year, an ordinal ('94th'), a house number, or alone in brackets."""
    before = reading.word(at - 1)
    following = reading.tokens[last] if last < len(reading.tokens) else None
    if before in words.figure_labels or (following and following.kind == WORD and following.gap == ""):
        return True
    if (before, reading.word(last)) == ("(", ")") or (last == at + 1 and _is_year(reading, at)):
        return True
    if before in words.ordinal_after and reading.word(last) == "." and last + 1 < len(reading.tokens):
        return True  # 'in der 44. Minute'
    return _is_street(reading, words, last) or bool(before and before.endswith(words.street_endings))


def _is_score(reading: Reading, words: AmountWords, at: int) -> bool:
    """Whether two figures are a score and not a range: '2 a 0'."""
    for first, link in ((at, reading.numbers[at].last), (_start_of(reading, at - 1), at - 1)):
        second = reading.numbers.get(link + 1)
        if first in reading.numbers and second and words.range.at(reading.tokens, link):
            low, high = reading.numbers[first], second
            return not low.in_words and not high.in_words and high.value <= low.value
    return False


def _start_of(reading: Reading, end: int) -> int:
    number = reading.numbers_by_end.get(end)
    return number.first if number else -1


def _is_year(reading: Reading, at: int) -> bool:
    word = reading.word(at)
    return bool(
        RECENT_YEAR.fullmatch(word)
        or (YEAR.fullmatch(word) and reading.word(at - 1) in date_words(reading.code).year_after)
    )


def _is_noun(reading: Reading, words: NumberContext, at: int) -> bool:
    """Whether 'one' stands for a noun: 'a deep one', 'the right-hand one'."""
    adjective = at - 2 if reading.tokens[at - 1].gap == "-" else at - 1
    return adjective > 0 and reading.tokens[at - 1].kind == WORD and reading.word(adjective - 1) in words.determiners


def _is_street(reading: Reading, words: NumberContext, at: int) -> bool:
    """Whether the name of a street follows: '22 Kiln Lane'."""
    for place in range(at, min(at + _STREET_WORDS, len(reading.tokens))):
        if not reading.tokens[place].capital and reading.word(place) not in _APOSTROPHES:
            return False
        if reading.word(place) in words.streets:
            return True
    return False
