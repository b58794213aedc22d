"""Clock times of neighbouring events that contradict the order of the timeline.

Only exact times in figures whose half of the day is known are compared.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from taeg.conflicts.plain_claims import claims
from taeg.conflicts.values import CLOCK, POSSIBLE, TIMELINE, Account, Conflict, Side

RULE = "timeline: clock times"
KEY = "clock times"

_OWN, _ACROSS = 2, 5
"""Minutes by which the times of one statement, and of two sources, may contradict the timeline."""
_FARTHEST = 360
"""Minutes from which on a time is taken to be of another day."""
_DAY = 1440
_MOST = 50
"""Accounts of an event that are compared."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Times:
    """The earliest and the latest clock time of an account; the earliest one is the first if they pass midnight."""

    event: int
    statement: int
    first: Side
    last: Side
    low: float
    high: float


def times(account: Account, language: str, statement: int) -> Times | None:
    """Return the exact clock times of an account; None if there are none or if they are of different hours."""
    if not _DIGIT.search(account.text):
        return None
    code = account.language or language
    found = [
        claim
        for claim in claims(account, code)
        if claim.value.kind == CLOCK and claim.value.figures and claim.value.half_day_known and not claim.value.hedged
    ]
    if not found:
        return None
    origin = found[0].value.low
    ordered = sorted(found, key=lambda claim: (_later(origin, claim.value.low), claim.value.start))
    low, high = (_later(origin, claim.value.low) for claim in (ordered[0], ordered[-1]))
    if high - low > _FARTHEST:
        return None
    first, last = (claim.side(account.text, code) for claim in (ordered[0], ordered[-1]))
    return Times(account.event, statement, first, last, origin + low, origin + high)


def conflicts(found: Sequence[Times], events_of: Sequence[frozenset[int]]) -> Iterator[Conflict]:
    """Yield the contradictions: all times of an event are later than all times of the next event that has any.

    If any two accounts of these events agree with the timeline, nothing is a contradiction: an account may name the
    time of something else, or its clock may be wrong.

    Two statements are compared if one of them has both events, so that both tell of the same hours.
    """
    of_event: dict[int, list[Times]] = {}
    for each in sorted(found, key=lambda times: (times.event, times.first)):
        of_event.setdefault(each.event, []).append(each)
    events = sorted(of_event)
    for event, following in pairwise(events):
        earlier, later = of_event[event][:_MOST], of_event[following][:_MOST]
        pairs = [(before, after) for after in later for before in earlier if _comparable(before, after, events_of)]
        gaps = [_later(after.high, before.low) for before, after in pairs]
        if all(_contradicts(gap, before, after) for gap, (before, after) in zip(gaps, pairs, strict=True)):
            yield from _worst(gaps, pairs)


def _contradicts(gap: float, before: Times, after: Times) -> bool:
    return (_OWN if before.statement == after.statement else _ACROSS) < gap < _FARTHEST


def _worst(gaps: Sequence[float], pairs: Sequence[tuple[Times, Times]]) -> Iterator[Conflict]:
    """Yield for each account of the later event the conflict with its own statement, or else the one most apart."""
    of_after: dict[int, list[tuple[bool, float, Times, Times]]] = {}
    for gap, (before, after) in zip(gaps, pairs, strict=True):
        own = before.statement == after.statement
        of_after.setdefault(after.first.version, []).append((own, gap, before, after))
    for found in of_after.values():
        _, gap, before, after = max(found, key=lambda row: (row[0], row[1], -row[2].first.version))
        a, b = sorted((before.first, after.last))
        yield Conflict(TIMELINE, KEY, a, b, POSSIBLE, round(min(1.0, gap / 60), 4), RULE)


def _comparable(a: Times, b: Times, events_of: Sequence[frozenset[int]]) -> bool:
    return a.first.version != b.first.version and (
        b.event in events_of[a.statement] or a.event in events_of[b.statement]
    )


def _later(minute: float, other: float) -> float:
    """Return by how many minutes another time is later, from -720 to 720."""
    return (other - minute + _DAY / 2) % _DAY - _DAY / 2
