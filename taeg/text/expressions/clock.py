"""Clock times in words and figures.

A language has a list of forms. Each form is a sequence of elements that are matched against the tokens:

- `N` midnight or noon; `W` an hour from 1 to 12; `H` either of them; `H24` an hour from 0 to 24
- `M` minutes from 1 to 59; `M5` minutes that are said without the word (5, 10, 20, 25); `S` minutes after the hour
  without any word between ('seven thirty', 'ten oh five'); `F` a quarter or a half
- any other name is a set of phrases in `clock.words`; brackets make it optional

The time is the hour, plus `base`, plus or minus (`sign`) the minutes. `needs` lists what must hold besides:

- `free`: nothing that is counted follows ('ten to twelve people')
- `ended`: the clause ends, or one of the words `clock.caution.ended` follows
- `prefix`: a word such as 'at' precedes, or a part of the day follows
- `part`: a part of the day follows
- `alone`: a prefix or a part of the day, or else the expression is the whole clause
- `no object`: no verb precedes of which the expression may be the object ('deu às duas')
- `caution`: what precedes does not suggest a count ('there were about ten')
- `no range`: neither 'from' nor the words of a score or a vote precede
- `no article`: no word precedes that makes 'half' a noun
- `near`: the hour is missing ('five minutes to') and is taken from the time mentioned before
"""

from collections.abc import Iterator
from dataclasses import replace

from taeg.text.expressions.clock_figures import figure_time
from taeg.text.expressions.clock_needs import Candidate
from taeg.text.expressions.clock_words import ABOUT, AT, BOUND, LINK, ClockWords, Form, Prefix, clock_words
from taeg.text.expressions.reading import Reading, read
from taeg.text.expressions.tokens import FIGURE
from taeg.text.expressions.values import ClockTime

DAY, HALF_DAY, HOUR = 1440, 720, 60
_PREFIXES = 3
"""Most phrases before a time: 'until about'."""
_SPOKEN_MINUTES = (5, 10, 20, 25)
_HOURS = {"H": range(1, 13), "H24": range(25), "W": range(1, 13), "N": range(0)}
SOME_TIME = ClockTime(0, half_day_known=False, start=0, end=0)
"""A value for `near` if only the positions of the times matter."""
_NO_NEEDS = Form((), 1, 0, frozenset())


def clock_times(text: str, language: str = "en", near: ClockTime | None = None) -> list[ClockTime]:
    """Return the clock times of a text in order.

    `near` is the time mentioned before this text; it completes expressions without hour, such as 'five minutes to'.
    """
    reading = read(text, language)
    words = clock_words(reading.code)
    found: list[Candidate] = []
    times: list[ClockTime] = []
    at = 0
    while at < len(reading.tokens):
        last = found[-1].last if found else -1
        candidates = sorted(_candidates(reading, words, at, last, times[-1] if times else near), key=lambda c: -c.last)
        chosen = next((candidate for candidate in candidates if candidate.accepted), None)
        if chosen is None:
            at += 1
            continue
        found.append(chosen)
        times.append(_time(chosen))
        if chosen.prefix and LINK in chosen.prefix.kinds and len(times) > 1:
            times[-2] = _in_range(times[-2], times[-1])
        at = chosen.last
    return times


def _candidates(reading: Reading, words: ClockWords, at: int, last: int, near: ClockTime | None) -> Iterator[Candidate]:
    """Yield the possible times that begin at a token; `last` is the end of the time before."""
    tokens = reading.tokens
    if tokens[at].kind != FIGURE and at not in reading.numbers and tokens[at].word not in words.starters:
        return
    prefix = _prefix(reading, words, at, last)

    def candidate(end: int, minute: int, known: bool, form: Form = _NO_NEEDS, figures: bool = False) -> Candidate:
        part = words.part_after(tokens, end)
        if part and not part.sure and not reading.free(part.last):
            part = None  # 'at ten the night porter'
        return Candidate(reading, words, at, end, minute, known, form, figures, prefix, part, near)

    for form in words.forms:
        if match := _match(reading, words, form, at):
            yield candidate(*match, form)
    if tokens[at].kind == FIGURE and (figure := figure_time(reading, words, at, prefix)):
        yield candidate(figure.last, figure.minute, figure.known, figures=True)
    named = words.named.at(tokens, at)
    if (
        named
        and reading.word(at - 1) not in words.named_not_after
        and reading.word(named[0]) not in words.named_not_before
        and (prefix or reading.free(named[0]))
    ):
        yield candidate(named[0], int(named[1]), True)


def _time(candidate: Candidate) -> ClockTime:
    """Return the time with the half of the day and the hedge that the words around it give."""
    reading, words, prefix, part = candidate.reading, candidate.words, candidate.prefix, candidate.part
    minute, known, last = candidate.minute, candidate.known, candidate.last
    if "near" in candidate.form.needs and candidate.near is not None:
        minute, known = _completed(minute, candidate.near), candidate.near.half_day_known
    half = part.half if part else words.part_before(reading, prefix.first) if prefix else ""
    if half and minute < 13 * HOUR:
        minute, known = in_half(minute, half), True
    last = part.last if part else last
    hedge = prefix.hedge if prefix else ""
    after = words.hedges_after.at(reading.tokens, last + (reading.word(last) == ","))
    if after and not hedge:
        hedge = after[1]
    start, end = reading.tokens[candidate.first].start, reading.tokens[last - 1].end
    return ClockTime(minute % DAY, known, start, end, hedge, candidate.figures)


def in_half(minute: int, half: str) -> int:
    """Return a minute of the day in a half of it: `am`, `pm`, `night` or `noon`."""
    short = minute % HALF_DAY
    if half == "night":
        return short if short < 6 * HOUR else short + HALF_DAY
    if half == "noon":
        return short + HALF_DAY if short < 4 * HOUR else short
    return short if half == "am" else short + HALF_DAY


def _completed(minute: int, near: ClockTime) -> int:
    """Return the time with this minute of the hour that is nearest to another time."""
    hours = (near.minute // HOUR + step for step in (-1, 0, 1))
    return min((hour * HOUR + minute % HOUR for hour in hours), key=lambda time: abs(time - near.minute)) % DAY


def _in_range(first: ClockTime, second: ClockTime) -> ClockTime:
    """Return the first end of a range in the half of the second one ('six to eight in the evening')."""
    if first.half_day_known or not second.half_day_known:
        return first
    minute = first.minute % HALF_DAY + HALF_DAY
    return replace(first, minute=minute if minute <= second.minute else minute - HALF_DAY, half_day_known=True)


def _match(reading: Reading, words: ClockWords, form: Form, at: int) -> tuple[int, int, bool] | None:
    """Match the elements of a form; return end, minute of the day, and whether the half of the day is known."""
    place, hour, minutes, known = at, 0, 0, False
    for name, optional in form.elements:
        if name in words.words:
            phrase = words.words[name].at(reading.tokens, place)
            if phrase is None and not optional:
                return None
            place = phrase[0] if phrase else place
        elif name in _HOURS:
            found = _hour(reading, words, name, place)
            if found is None:
                return None
            place, hour, known = found
        else:
            amount = _minutes(reading, words, name, place)
            if amount is None:
                return None
            place, minutes = amount
    return place, (hour + form.base + form.sign * minutes) % DAY, known


def _hour(reading: Reading, words: ClockWords, name: str, at: int) -> tuple[int, int, bool] | None:
    """Return end and minute of the day of an hour, and whether the half of the day is known."""
    if name != "W" and (named := words.named.at(reading.tokens, at)):
        return named[0], int(named[1]), True
    number = reading.numbers.get(at)
    if number is None and name != "N" and reading.word(at) in words.one:
        return at + 1, HOUR, False
    if number is None or number.vague or number.integer not in _HOURS[name]:
        return None
    hour = int(number.value)
    return number.last, hour * HOUR, hour == 0 or hour > (12 if number.in_words else words.ambiguous_hours)


def _minutes(reading: Reading, words: ClockWords, name: str, at: int) -> tuple[int, int] | None:
    """Return end and number of minutes."""
    if name == "F":
        fraction = words.fractions.at(reading.tokens, at)
        return (fraction[0], int(fraction[1])) if fraction else None
    zero = words.zero_minutes.at(reading.tokens, at) if name == "S" else None
    number = reading.numbers.get(zero[0] if zero else at)
    value = number.integer if number and not number.vague else None
    allowed = range(1, 10) if zero else range(10, 60) if name == "S" else range(1, 60)
    if number is None or value not in allowed or (name == "M5" and value not in _SPOKEN_MINUTES):
        return None
    return number.last, int(number.value)


def _prefix(reading: Reading, words: ClockWords, at: int, last: int) -> Prefix | None:
    """Collect the phrases before a time, but not before token `last`, the end of the time before."""
    kinds: set[str] = set()
    hedge, first = "", at
    if reading.word(at - 1) in words.articles and at > last:
        first = at - 1
    for _ in range(_PREFIXES):
        found = [
            (phrase[0], kind, phrase[1])
            for kind in (AT, BOUND, ABOUT, LINK)
            if (phrase := words.prefixes[kind].before(reading.tokens, first)) and phrase[0] >= last
            if kind != LINK or phrase[0] - (reading.word(phrase[0] - 1) == ",") == last
        ]
        if not found:
            break
        first, kind, value = min(found)
        kinds.add(kind)
        hedge = hedge or value
    return Prefix(first, frozenset(kinds), hedge) if kinds else None
