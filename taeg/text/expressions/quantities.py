"""Money, measures and ages: '£640', 'forty pounds', 'six feet', '8 metres', 'aged 43'."""

from functools import cache

from taeg.text.expressions.amounts import Amount, amount_at, amount_words, hedge_after
from taeg.text.expressions.lexicon import Table, language_table
from taeg.text.expressions.reading import Reading, read
from taeg.text.expressions.tokens import MARK, Phrases, Token
from taeg.text.expressions.units import CURRENCIES, SYMBOLS, UNITS
from taeg.text.expressions.values import Quantity

_MONEY, _YEAR, _FOOT = "money", "year", "foot"
_CURRENCIES = Phrases(CURRENCIES)
_SYMBOLS = Phrases(SYMBOLS)


class QuantityWords:
    """The words of one language."""

    def __init__(self, language: Table) -> None:
        table = language.section("quantities")
        self.units = table.by_value("units")
        self.currencies = table.by_value("currencies")
        self.of = table.phrases("of")
        self.age = table.phrases("age")
        self.age_before = table.phrases("age_before")
        self.scale_suffixes = table.by_number("scale_suffixes")
        self.tails = language.section("durations").by_number("tails")


@cache
def quantity_words(code: str) -> QuantityWords:
    """Return the words of a language."""
    return QuantityWords(language_table(code))


def quantities(text: str, language: str = "en") -> list[Quantity]:
    """Return the quantities of a text in order."""
    reading = read(text, language)
    words = quantity_words(reading.code)
    found: list[Quantity] = []
    at = 0
    while at < len(reading.tokens):
        quantity, last = _money_with_symbol(reading, words, at)
        if quantity is None:
            quantity, last = _quantity(reading, words, at)
        if quantity is not None:
            found.append(quantity)
        at = last
    return found


def _money_with_symbol(reading: Reading, words: QuantityWords, at: int) -> tuple[Quantity | None, int]:
    """Return '£640' or 'R$ 2,5 milhões'."""
    symbol = _CURRENCIES.at(reading.tokens, at)
    amount = amount_at(reading, symbol[0], articles=False) if symbol else None
    if symbol is None or amount is None:
        return None, at + 1
    last, scale = amount.last, 1.0
    suffix = words.scale_suffixes.at(reading.tokens, last)
    if suffix and reading.tokens[last].gap == "":
        last, scale = suffix
    hedge = amount_words(reading.code).hedges.before(reading.tokens, at)
    return _made(reading, symbol[1], amount, at, last, scale, hedge=hedge[1] if hedge else ""), last


def _quantity(reading: Reading, words: QuantityWords, at: int) -> tuple[Quantity | None, int]:
    """Return an amount with the unit after it, or an age."""
    amount = amount_at(reading, at)
    if amount is None:
        return None, at + 1
    if words.age_before.before(reading.tokens, amount.before) and not amount.article:
        return _made(reading, _YEAR, amount, at, amount.last), amount.last
    if (age := words.age.at(reading.tokens, amount.last)) and not amount.article:
        return _made(reading, _YEAR, amount, at, age[0]), age[0]
    of = words.of.at(reading.tokens, amount.last)
    unit = _unit(reading, words, of[0] if of else amount.last, amount)
    if unit is None:
        return None, at + 1
    last, name, extra = unit
    return _made(reading, name, amount, at, last, extra=extra), last


def _unit(reading: Reading, words: QuantityWords, at: int, amount: Amount) -> tuple[int, str, float] | None:
    """Return end and name of the unit at a token, and what a tail adds to the amount ('a metre and a half')."""
    tokens = reading.tokens
    found = words.units.at(tokens, at) or words.currencies.at(tokens, at) or _symbol(tokens, at, amount)
    if found is None:
        return None
    last, name = found
    extra = 0.0
    tail = words.tails.at(tokens, last)
    if tail and not words.units.at(tokens, tail[0]):  # 'dois reais e meio metro'
        last, extra = tail
    if name == _FOOT and (inches := reading.numbers.get(last)) and inches.value < 12 and reading.free(inches.last):
        last, extra = inches.last, inches.value / 12
    return last, name, extra


def _symbol(tokens: tuple[Token, ...], at: int, amount: Amount) -> tuple[int, str] | None:
    """Return a symbol after a figure; in 'a m' and 'three m' it is a letter."""
    if tokens[amount.last - 1].kind == "word" or amount.article:
        return None
    found = _SYMBOLS.at(tokens, at) or _CURRENCIES.at(tokens, at)
    if found is None:
        return None
    following = tokens[found[0]] if found[0] < len(tokens) else None
    glued = following is not None and following.gap == "" and following.kind != MARK
    return None if glued else found


def _made(
    reading: Reading,
    unit: str,
    amount: Amount,
    first: int,
    last: int,
    scale: float = 1.0,
    extra: float = 0.0,
    hedge: str = "",
) -> Quantity:
    dimension, factor = UNITS.get(unit, (_MONEY, 1.0))
    value = (amount.value + extra) * scale
    high = amount.high * scale if amount.high else None
    start, end = reading.tokens[first].start, reading.tokens[last - 1].end
    hedge = hedge or amount.hedge or hedge_after(reading, last)
    return Quantity(value, unit, dimension, value * factor, start, end, hedge, high)
