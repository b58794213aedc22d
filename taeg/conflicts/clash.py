"""Whether two values of a kind can both be true, with what is normal tolerance between witnesses."""

import math
from collections.abc import Collection

from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.values import AGE, CLOCK, COLOUR, COUNT, DATE, DURATION, MEASURE, MONEY, SCORE, SIDE

INTERVALS = (COUNT, MONEY, DURATION, MEASURE, AGE)
"""Kinds whose values are numbers."""
DAY, HALF_DAY = 1440, 720
ABOUT, STRICT_ABOUT = 0.15, 0.25
"""What 'about' allows, as a share of the value; the strict one must be passed by a confident conflict."""
ROUNDING = 0.03
"""What measures, money and durations allow."""
FIGURES, WORDED, ESTIMATED, ESTIMATED_HOUR = 2, 6, 10, 15
"""Minutes that clock times allow: in figures, in words, as estimates, and as estimates of a full hour."""
STRICT_MINUTES = 1.5
"""Factor of the minutes for a confident conflict."""
AGE_ABOUT, STRICT_AGE_ABOUT = 4.0, 6.0
_ROUND_FROM = 100
"""Granularity of a number from which half of it is tolerated: 1,400 may be 1,350."""
_FEW = 5


def clash(a: Claim, b: Claim, *, strict: bool = False, fast: Collection[int] = ()) -> bool:
    """Whether two claims of one kind and unit cannot both be true.

    `fast` are the minutes by which clocks of the two sources are said to be wrong.
    """
    if a.kind in INTERVALS:
        low_a, high_a = interval(a, strict=strict)
        low_b, high_b = interval(b, strict=strict)
        return low_a > high_b or low_b > high_a
    if a.kind == CLOCK:
        return _clocks(a, b, strict, fast)
    other = {
        DATE: lambda: a.bound == b.bound and dates_differ(a, b),
        SCORE: lambda: (a.low, a.high) not in ((b.low, b.high), (b.high, b.low)),
        COLOUR: lambda: _colours(a, b, strict),
        SIDE: lambda: a.parts | b.parts in word_lists().pairs("sides", "pairs"),
    }
    return a.kind in other and other[a.kind]()


def interval(claim: Claim, *, strict: bool = False) -> tuple[float, float]:
    """Return the values that the words of a claim allow."""
    low, high = claim.low, claim.high
    if claim.bound > 0:
        return low * (0.97 if strict else 1.0), math.inf
    if claim.bound < 0:
        return -math.inf, high * 1.02
    if claim.kind == AGE:
        slack = (STRICT_AGE_ABOUT if strict else AGE_ABOUT) if claim.about else 0.0
    elif claim.about:
        slack = (STRICT_ABOUT if strict else ABOUT) * high
        if claim.kind == COUNT:
            slack = max(slack, 0.5 if high < _FEW else 1.0)
    elif claim.kind == COUNT:
        slack = _rounding(high, strict)
    else:
        slack = ROUNDING * high
    return low - slack, high + slack


def same(a: Claim, b: Claim) -> bool:
    """Whether two claims of one kind and unit give the same value."""
    if a.kind == CLOCK:
        return abs(distance(a, b)) <= 1
    if a.kind == DATE:
        shared = _fields(a).keys() & _fields(b).keys()
        return bool(shared) and all(_fields(a)[name] == _fields(b)[name] for name in shared)
    if a.kind in (COLOUR, SIDE):
        return bool(a.parts & b.parts)
    return (a.low, a.high) == (b.low, b.high)


def _rounding(number: float, strict: bool) -> float:
    """Return what a number allows by how round it is: 6000 half a thousand, 412 nothing."""
    if number <= 0 or number != int(number):
        return 0.0
    unit = 1
    while number % (unit * 10) == 0:
        unit *= 10
    if unit >= _ROUND_FROM:
        return unit * 0.5
    return unit * 0.3 if unit > 1 and strict else 0.0


def distance(a: Claim, b: Claim) -> float:
    """Return the minutes from one clock time to the other; modulo 12 hours if a half of the day is not known."""
    both = a.flags.half_day_known and b.flags.half_day_known
    period = DAY if both else HALF_DAY
    return (b.low - a.low + period / 2) % period - period / 2


def _tolerance(claim: Claim) -> float:
    if claim.about:
        return ESTIMATED if claim.low % 60 else ESTIMATED_HOUR
    return FIGURES if claim.flags.figures else WORDED


def _clocks(a: Claim, b: Claim, strict: bool, fast: Collection[int]) -> bool:
    minutes = distance(a, b)
    allowed = max(_tolerance(a), _tolerance(b)) * (STRICT_MINUTES if strict else 1.0)
    if abs(minutes) <= allowed or any(abs(abs(minutes) - wrong) <= allowed for wrong in fast):
        return False
    return same_end(a, b) or not (
        (a.bound > 0 and minutes >= 0)
        or (a.bound < 0 and minutes <= 0)
        or (b.bound > 0 and minutes <= 0)
        or (b.bound < 0 and minutes >= 0)
    )


def _fields(claim: Claim) -> dict[str, str]:
    return {part[0]: part[1:] for part in claim.parts}


def same_end(a: Claim, b: Claim) -> bool:
    """Whether two clock times are the beginnings, or the ends, of spans of time: 'from seven to nine'."""
    return a.flags.in_range and b.flags.in_range and a.bound == b.bound != 0


def dates_differ(a: Claim, b: Claim) -> bool:
    """Whether two dates are different days."""
    first, second = _fields(a), _fields(b)
    shared = first.keys() & second.keys()
    return bool(shared - {"d"}) and any(first[name] != second[name] for name in shared)


def _colours(a: Claim, b: Claim, strict: bool) -> bool:
    if a.parts & b.parts:
        return False
    near = word_lists().pairs("colour_rules", "near")
    return not strict or not any(frozenset((x, y)) in near for x in a.parts for y in b.parts)
