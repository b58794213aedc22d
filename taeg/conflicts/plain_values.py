"""Values that need no parser: clock times, dates, money, measures, durations, colours, sides and numbers of a sentence.

Two values of a kind are compared as intervals in base units, with tolerances for rounding and estimates.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from taeg.conflicts.values import CLOCK, COLOUR, COUNT, DATE, DURATION, MEASURE, MONEY, SIDE
from taeg.conflicts.wording import Wording, wording
from taeg.text.expressions import ClockTime, Duration, Number, Quantity, SpokenDate, expressions

DAY = 1440
"""Minutes."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_ESTIMATES = frozenset({"about", "nearly", "just before", "just after"})
_BOUNDS = {"at least": 1, "over": 1, "after": 1, "at most": -1, "before": -1, "by": -1}
_AGES, _MONEY = "age", "money"
_ABOUT, _EXACT, _ROUND = 0.15, 0.03, 100
"""Tolerances of estimates and exact values, and the multiple that figures are rounded to."""
_CLOCK_EXACT, _CLOCK_WORDED, _CLOCK_ABOUT = 2, 6, 10
"""Minutes by which two times may differ: both in figures, one in words, one estimated."""
_NEAR = """
white-grey grey-black black-blue red-orange red-pink red-brown red-purple orange-yellow brown-yellow brown-orange
blue-purple blue-turquoise green-turquoise brown-green pink-purple blue-grey
"""
_NEAR_COLOURS = frozenset(frozenset(pair.split("-")) for pair in _NEAR.split())
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class PlainValue:
    """A value in a sentence."""

    kind: str
    start: int
    end: int
    value: str
    """The normal form."""
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    """What must be equal for two values to be compared: dimension, currency, pair of sides."""
    fields: tuple[int | None, ...] = ()
    """Year, month, day and weekday of a date."""
    about: bool = False
    bound: int = 0
    """1 for 'at least' and 'after', -1 for 'at most' and 'before'."""
    figures: bool = True
    """Whether a clock time is in figures."""
    half_day_known: bool = True
    """If False, a clock time may be twelve hours later."""

    @property
    def hedged(self) -> bool:
        """Whether the value is an estimate or a bound."""
        return self.about or self.bound != 0


def plain_values(text: str, code: str) -> list[PlainValue]:
    """Return the values of a text in order."""
    found = expressions(text, code)
    values = [
        *map(_clock, found.clock_times),
        *map(_date, found.dates),
        *(value for each in found.durations if (value := _duration(each))),
        *(value for each in found.quantities if (value := _quantity(each))),
        *map(_number, found.numbers),
        *_words(text, wording(code)),
    ]
    return sorted(values, key=lambda value: (value.start, value.end))


def clash(a: PlainValue, b: PlainValue) -> bool:
    """Whether two values of one quantity cannot both be true."""
    if a.kind != b.kind or a.unit != b.unit or a.value == b.value:
        return False
    if a.kind == CLOCK:
        return _clocks_clash(a, b)
    if a.kind == DATE:
        return _dates_clash(a, b)
    if a.kind == COLOUR:
        return frozenset((a.value, b.value)) not in _NEAR_COLOURS
    if a.kind == SIDE:
        return True
    (low, high), (other_low, other_high) = _interval(a), _interval(b)
    return high < other_low or other_high < low


def _clocks_clash(a: PlainValue, b: PlainValue) -> bool:
    tolerance = _CLOCK_ABOUT if a.about or b.about else _CLOCK_EXACT if a.figures and b.figures else _CLOCK_WORDED
    if a.bound or b.bound:
        return False
    return minutes_apart(a, b) > tolerance


def minutes_apart(a: PlainValue, b: PlainValue) -> float:
    """Return the minutes between two clock times, at most half a day; less if the half of the day is not known."""
    whole = DAY if a.half_day_known and b.half_day_known else DAY / 2
    apart = abs(a.low - b.low) % whole
    return min(apart, whole - apart)


def is_weekday(value: PlainValue) -> bool:
    """Whether a value is a date of which only the day of the week is given."""
    return value.kind == DATE and not any(value.fields[:3])


def _dates_clash(a: PlainValue, b: PlainValue) -> bool:
    if a.bound != b.bound:
        return False
    year, month, day, weekday = (
        None if one is None or other is None else one != other for one, other in zip(a.fields, b.fields, strict=True)
    )
    if year or month or (month is False and day):
        return True
    if month is None and day is None and year is None:
        return bool(weekday)
    return False


def _interval(value: PlainValue) -> tuple[float, float]:
    share = _ABOUT if value.about else _EXACT if value.kind != COUNT else 0.0
    low, high = value.low * (1 - share), value.high * (1 + share)
    if value.low == value.high and value.low >= _ROUND and value.low % _ROUND == 0 and value.kind in (MONEY, COUNT):
        low, high = min(low, value.low - _ROUND / 2), max(high, value.high + _ROUND / 2)
    if value.bound > 0:
        high = float("inf")
    return (float("-inf") if value.bound < 0 else low), high


def _shown(low: float, high: float) -> str:
    return f"{low:.6g}" if low == high else f"{low:.6g}-{high:.6g}"


def _clock(time: ClockTime) -> PlainValue:
    return PlainValue(
        CLOCK,
        time.start,
        time.end,
        f"{time.minute // 60:02d}:{time.minute % 60:02d}",
        time.minute,
        time.minute,
        about=time.hedge in _ESTIMATES,
        bound=_BOUNDS.get(time.hedge, 0),
        figures=time.figures,
        half_day_known=time.half_day_known,
    )


def _date(date: SpokenDate) -> PlainValue:
    year, month, day = date.year, date.month, date.day
    parts = [f"{part:02d}" if part is not None and part < 100 else str(part) for part in (year, month, day) if part]
    shown = "-".join(parts) or (WEEKDAYS[date.weekday] if date.weekday is not None else "")
    about, bound = date.hedge in _ESTIMATES, _BOUNDS.get(date.hedge, 0)
    fields = (year, month, day, date.weekday)
    return PlainValue(DATE, date.start, date.end, shown, fields=fields, about=about, bound=bound)


def _duration(duration: Duration) -> PlainValue | None:
    if duration.direction:
        return None  # 'two hours later' is a place in time
    low, high = duration.seconds, duration.high or duration.seconds
    size, unit = next((size, unit) for size, unit in _TIME_UNITS if low >= size or size == 1)
    value = f"{_shown(low / size, high / size)} {unit}"
    return _made(DURATION, duration, value, low, high, "")


_TIME_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))
_BASE_UNITS = {
    **{"length": "m", "area": "m2", "volume": "m3", "mass": "kg", "speed": "m/s", "temperature": "degrees"},
    **{"share": "", "power": "W"},
}


def _quantity(quantity: Quantity) -> PlainValue | None:
    if quantity.dimension == _AGES:
        return None
    scale = quantity.base / quantity.value if quantity.value else 1.0
    low, high = quantity.base, (quantity.high or quantity.value) * scale
    if quantity.dimension == _MONEY:
        return _made(MONEY, quantity, f"{_shown(low, high)} {quantity.unit}", low, high, quantity.unit)
    if quantity.dimension == "share":
        return _made(MEASURE, quantity, f"{_shown(low * 100, high * 100)} %", low, high, quantity.dimension)
    value = f"{_shown(low, high)} {_BASE_UNITS.get(quantity.dimension, '')}".strip()
    return _made(MEASURE, quantity, value, low, high, quantity.dimension)


def _number(number: Number) -> PlainValue:
    high = number.high or number.value
    return _made(COUNT, number, _shown(number.value, high), number.value, high, "")


def _made(kind: str, item: Duration | Quantity | Number, value: str, low: float, high: float, unit: str) -> PlainValue:
    about, bound = item.hedge in _ESTIMATES, _BOUNDS.get(item.hedge, 0)
    return PlainValue(kind, item.start, item.end, value, low, high, unit, about=about, bound=bound)


def _words(text: str, lists: Wording) -> Iterator[PlainValue]:
    """Yield colours and sides."""
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if (colour := lists.colours.get(word)) and not match[0][0].isupper():
            yield PlainValue(COLOUR, match.start(), match.end(), colour)
        elif side := lists.sides.get(word):
            yield PlainValue(SIDE, match.start(), match.end(), side[1], unit=side[0])
