"""Lengths of time: 'two and a half hours', 'half an hour later', 'vor zwei Stunden', 'the next day'."""

from functools import cache

from taeg.text.expressions.amounts import Amount, amount_at, hedge_after
from taeg.text.expressions.clock import SOME_TIME, clock_times
from taeg.text.expressions.lexicon import Table, language_table
from taeg.text.expressions.reading import Reading, read
from taeg.text.expressions.spans import Taken
from taeg.text.expressions.tokens import FIGURE
from taeg.text.expressions.values import Duration

DAY, YEAR = 86400.0, 31536000.0


class DurationWords:
    """The words of one language."""

    def __init__(self, language: Table) -> None:
        table = language.section("durations")
        self.units = table.by_number("units")
        self.unclear_units = table.words("unclear_units")
        self.tails = table.by_number("tails")
        self.joint = table.phrases("and")
        self.rates = table.words("rates")
        self.age_after = table.words("age_after")
        self.later, self.earlier = table.phrases("later"), table.phrases("earlier")
        self.later_before, self.earlier_before = table.phrases("later_before"), table.phrases("earlier_before")
        self.ago, self.ago_before = table.phrases("ago"), table.phrases("ago_before")
        self.or_two = table.phrases("or_two")
        self.next_day, self.day_before = table.phrases("next_day"), table.phrases("day_before")
        self.quantities = language.section("quantities").by_value("units")
        self.age = language.section("quantities").phrases("age")


@cache
def duration_words(code: str) -> DurationWords:
    """Return the words of a language."""
    return DurationWords(language_table(code))


def durations(text: str, language: str = "en") -> list[Duration]:
    """Return the durations of a text in order; 'ten minutes to twelve' is a clock time and not among them."""
    reading = read(text, language)
    words = duration_words(reading.code)
    clock = Taken(clock_times(text, language, SOME_TIME))
    found: list[Duration] = []
    at = 0
    while at < len(reading.tokens):
        duration, last = _duration(reading, words, at)
        if duration is None or clock.overlaps(duration):
            at += 1
            continue
        found.append(duration)
        at = last
    return found


def _duration(reading: Reading, words: DurationWords, at: int) -> tuple[Duration | None, int]:
    """Return the duration that begins at a token, and the token after it."""
    for phrases, direction in ((words.next_day, 1), (words.day_before, -1)):
        if phrase := phrases.at(reading.tokens, at):
            start, end = reading.tokens[at].start, reading.tokens[phrase[0] - 1].end
            return Duration(DAY, direction, False, start, end, "about"), phrase[0]
    amount = amount_at(reading, at)
    unit = words.units.at(reading.tokens, amount.last) if amount else None
    if amount is None or unit is None or words.age.at(reading.tokens, amount.last):
        return None, at
    last, size = unit
    seconds = amount.value * size
    tail = words.tails.at(reading.tokens, last)
    if tail and not words.units.at(reading.tokens, tail[0]):
        last, seconds = tail[0], seconds + tail[1] * size
    last, seconds = _smaller_units(reading, words, last, seconds, size)
    high = amount.high * size if amount.high else None
    if amount.article and (two := words.or_two.at(reading.tokens, last)):
        last, high = two[0], 2 * size
    direction, end = _direction(reading, words, amount, last)
    if amount.article and not direction and _is_unclear(reading, words, amount):
        return None, at
    if size == YEAR and not direction and reading.word(amount.before - 1) in words.age_after:
        return None, at  # 'un vecino de 28 años'
    from_now = bool(words.ago.at(reading.tokens, last) or words.ago_before.before(reading.tokens, amount.before))
    hedge = amount.hedge or hedge_after(reading, last)
    start = reading.tokens[at].start
    return Duration(seconds, direction, from_now, start, reading.tokens[end - 1].end, hedge, high), end


def _smaller_units(reading: Reading, words: DurationWords, last: int, seconds: float, size: float) -> tuple[int, float]:
    """Add 'ten minutes' to 'two hours and'."""
    while True:
        joint = words.joint.at(reading.tokens, last)
        amount = amount_at(reading, joint[0] if joint else last, articles=False)
        unit = words.units.at(reading.tokens, amount.last) if amount else None
        if amount is None or unit is None or unit[1] >= size:
            return last, seconds
        last, seconds, size = unit[0], seconds + amount.value * unit[1], unit[1]


def _direction(reading: Reading, words: DurationWords, amount: Amount, last: int) -> tuple[int, int]:
    """Return the direction of a duration, and the token after the word that gives it."""
    for phrases, direction in ((words.later, 1), (words.earlier, -1)):
        if after := phrases.at(reading.tokens, last):
            return direction, after[0]
    for phrases, direction in ((words.later_before, 1), (words.earlier_before, -1)):
        if phrases.before(reading.tokens, amount.before):
            return direction, last
    return 0, last


def _is_unclear(reading: Reading, words: DurationWords, amount: Amount) -> bool:
    """Whether an article and a unit are something else: 'a second time', 'twice a day', '£100 a week'."""
    before = reading.tokens[amount.first - 1] if amount.first else None
    if reading.word(amount.last) in words.unclear_units:
        return True
    if before is None:
        return False
    if words.quantities.before(reading.tokens, amount.first):  # '2 knots an hour'
        return True
    rated = before.word in words.rates or before.kind == FIGURE or amount.first in reading.numbers_by_end
    return rated or words.units.before(reading.tokens, amount.first) is not None
