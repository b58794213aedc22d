"""Amounts before a unit: a number, a range of numbers, an article or a half, with its hedge."""

from dataclasses import dataclass
from functools import cache

from taeg.text.expressions.cardinals import number_words
from taeg.text.expressions.lexicon import Table, language_table
from taeg.text.expressions.reading import Reading

_DASHES = ("-", "\u2013", "\u2014")


class AmountWords:
    """The words around amounts of a language."""

    def __init__(self, language: Table) -> None:
        table = language.section("numbers")
        self.hedges = table.by_value("hedges")
        self.hedges_after = table.by_value("hedges_after")
        self.range = table.phrases("range")
        self.range_between = table.phrases("range_between")
        self.range_and = table.phrases("range_and")
        self.halves = language.section("durations").by_number("halves")


@cache
def amount_words(code: str) -> AmountWords:
    """Return the words of a language."""
    return AmountWords(language_table(code))


@dataclass(frozen=True, slots=True)
class Amount:
    """A value at tokens `first` to `last`; `before` is the token at which its hedge begins."""

    first: int
    last: int
    value: float
    high: float | None
    before: int
    hedge: str
    article: bool = False


def amount_at(reading: Reading, at: int, *, articles: bool = True) -> Amount | None:
    """Return the amount that begins at a token; `articles` includes 'an' and 'half a', which need a unit after them."""
    words = amount_words(reading.code)
    number = reading.numbers.get(at)
    half = words.halves.at(reading.tokens, at) if articles else None
    if number is not None and (half is None or half[0] <= number.last):
        last, high = _range(reading, words, at, number.last, number.value)
        first = at
        opened = words.range_between.before(reading.tokens, at)
        if high is None and opened and (found := _between(reading, words, number.last, number.value)):
            (last, high), first = found, opened[0]
        amount = _hedged(reading, words, at, last, first)
        return Amount(at, last, number.value, high, *(amount if not number.vague else (amount[0], "about")))
    if not articles:
        return None
    if half is not None:
        return Amount(at, half[0], half[1], None, *_hedged(reading, words, at, half[0], at))
    if reading.word(at) in number_words(reading.code).articles:
        return Amount(at, at + 1, 1.0, None, *_hedged(reading, words, at, at + 1, at), article=True)
    return None


def hedge_after(reading: Reading, at: int) -> str:
    """Return the hedge that follows an expression ('or so'); empty if there is none."""
    found = amount_words(reading.code).hedges_after.at(reading.tokens, at)
    return found[1] if found else ""


def _hedged(reading: Reading, words: AmountWords, first: int, last: int, before: int) -> tuple[int, str]:
    """Return the token at which the hedge before an amount begins, and the hedge."""
    hedge = words.hedges.before(reading.tokens, before)
    return hedge if hedge else (before, hedge_after(reading, last) if last > first else "")


def _range(reading: Reading, words: AmountWords, at: int, end: int, low: float) -> tuple[int, float | None]:
    """Return end and upper value of a range such as 'four or five' or '10-15'."""
    joint = words.range.at(reading.tokens, end)
    place = joint[0] if joint else end + 1 if reading.word(end) in _DASHES else end
    second = reading.numbers.get(place)
    if second is None or (place == end and reading.tokens[place].gap != "-"):
        return end, None
    same_style = second.in_words == reading.numbers[at].in_words
    return (second.last, second.value) if second.value > low and same_style else (end, None)


def _between(reading: Reading, words: AmountWords, end: int, low: float) -> tuple[int, float] | None:
    joint = words.range_and.at(reading.tokens, end)
    second = reading.numbers.get(joint[0]) if joint else None
    return (second.last, second.value) if second and second.value > low else None
