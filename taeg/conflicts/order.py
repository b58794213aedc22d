"""Contradictions about the order of events: which a source reports first, and clock times against the timeline.

Accounts of a source that were given at different times are not compared: a later report may return to an earlier
event. Everything found here is `possible` at most, because a statement may look back without saying so.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice

from taeg.conflicts import clock_order, patterns
from taeg.conflicts.values import ORDER, POSSIBLE, Account, Batches, Conflict, Side
from taeg.conflicts.wording import wording

BEFORE, AFTER = "before", "after"
RULE = "order: against other sources"

_FEWEST = 2
"""Statements that must have the two events in the other order."""
_MOST = 200
"""Statements about an event that are compared."""
_KEY = 60
"""Characters of the neighbour's account that describe it."""


@dataclass(frozen=True, slots=True)
class Step:
    """An account in its statement."""

    event: int
    version: int


Statement = tuple[Step, ...]
"""The accounts of one source that were given at one time, in its order; the first one of each event."""


@dataclass(frozen=True, slots=True)
class _Moved:
    """An account of an event that its source reports on another side of a neighbour than other sources."""

    version: int
    other: int
    """The account of the event by another source."""
    neighbour: int
    """The account of the neighbour by that source."""
    is_before: bool
    score: float


def find(batches: Batches, language: str) -> list[Conflict]:
    """Return the contradictions of order and of clock times against the timeline, by version.

    The sides of an `order` conflict are the first sentences of two accounts of one event: the source of one reports it
    before a neighbour, the other after it, as most do. An account that begins with a look back is left out, and so is
    the first one of a statement, which often introduces. The sides of a `timeline` conflict are clock times in accounts
    of two neighbouring events. Accounts without a place in their source (`order_in_source` 0) are left out.
    """
    statements = _statements(batches)
    moved = _all_moved(statements)
    needed = {version for each in moved for version in (each.version, each.other, each.neighbour)}
    number_of = {step.version: number for number, statement in enumerate(statements) for step in statement}
    opening: dict[int, _Opening] = {}
    times: list[clock_order.Times] = []
    for account in chain.from_iterable(batches()):
        if account.version in needed:
            opening[account.version] = _opening(account, language)
        number = number_of.get(account.version)
        if number is not None and (named := clock_order.times(account, language, number)) is not None:
            times.append(named)
    events_of = [frozenset(step.event for step in statement) for statement in statements]
    found = [_conflict(each, opening) for each in moved if not opening[each.version].looks_back]
    return sorted([*found, *clock_order.conflicts(times, events_of)], key=lambda c: (c.a, c.b, c.kind, c.key))


def _statements(batches: Batches) -> list[Statement]:
    """Return the statements of at least two events, in the order of sources and times."""
    placed = sorted(
        (account.source, account.time, account.order_in_source, account.event, account.version)
        for account in chain.from_iterable(batches())
        if account.order_in_source
    )
    statements = []
    for _, group in groupby(placed, key=lambda row: row[:2]):
        first: dict[int, int] = {}
        for *_, event, version in group:
            first.setdefault(event, version)
        if len(first) > 1:
            statements.append(tuple(Step(event, version) for event, version in first.items()))
    return statements


def _all_moved(statements: Sequence[Statement]) -> list[_Moved]:
    places = [{step.event: at for at, step in enumerate(statement)} for statement in statements]
    of_event: dict[int, list[int]] = {}
    for number, statement in enumerate(statements):
        for step in statement:
            of_event.setdefault(step.event, []).append(number)
    found = []
    for number, statement in enumerate(statements):
        moved = list(_out_of_order([step.event for step in statement]))
        for event, neighbour in moved if len(moved) == 1 else ():  # others do not follow the order of time
            both = (n for n in of_event[event] if neighbour in places[n])
            made = _against_others(number, event, neighbour, list(islice(both, _MOST)), statements, places)
            if made is not None:
                found.append(made)
    return found


def _out_of_order(events: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the events that stand out of the order of the timeline, each with the nearest event it contradicts."""
    kept = _longest_increasing(events)
    for at, event in enumerate(events):
        if not at or at in kept:
            continue
        later = next((other for other in range(at + 1, len(events)) if other in kept and events[other] < event), None)
        earlier = next((other for other in range(at - 1, -1, -1) if other in kept and events[other] > event), None)
        nearest = min(
            (place for place in (later, earlier) if place is not None), key=lambda place: abs(place - at), default=None
        )
        if nearest is not None:
            yield event, events[nearest]


def _longest_increasing(events: Sequence[int]) -> frozenset[int]:
    """Return the places of a longest increasing subsequence."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for at, event in enumerate(events):
        length = bisect_left(tails, event)
        tails[length:] = [event, *tails[length + 1 :]]
        places[length:] = [at, *places[length + 1 :]]
        before.append(places[length - 1] if length else -1)
    kept = set()
    at = places[-1] if places else -1
    while at >= 0:
        kept.add(at)
        at = before[at]
    return frozenset(kept)


def _against_others(
    number: int,
    event: int,
    neighbour: int,
    both: Sequence[int],
    statements: Sequence[Statement],
    places: Sequence[Mapping[int, int]],
) -> _Moved | None:
    """Return the contradiction of a statement and those that have both events the other way round.

    None if there are too few of them, or if any other statement agrees with it.
    """
    is_before = places[number][event] < places[number][neighbour]
    against = [other for other in both if (places[other][event] < places[other][neighbour]) != is_before]
    agreeing = len(both) - len(against)
    if len(against) < _FEWEST or agreeing > 1:  # the statement itself is one of them
        return None
    other = against[0]

    def version(of: int, which: int) -> int:
        return statements[of][places[of][which]].version

    score = round(len(against) / len(both) * len(against) / (len(against) + 1), 4)
    return _Moved(version(number, event), version(other, event), version(other, neighbour), is_before, score)


@dataclass(frozen=True, slots=True)
class _Opening:
    """The first sentence of an account."""

    start: int
    end: int
    words: str
    looks_back: bool


def _opening(account: Account, language: str) -> _Opening:
    lists = wording(account.language or language)
    sentences = lists.sentences(account.text)
    start, end = sentences[0] if sentences else (0, len(account.text))
    sentence = account.text[start:end]
    return _Opening(start, end, " ".join(sentence.split()), patterns.looks_back(sentence, lists))


def _conflict(moved: _Moved, opening: Mapping[int, _Opening]) -> Conflict:
    def side(version: int, is_before: bool) -> Side:
        place = opening[version]
        return Side(version, place.start, place.end, BEFORE if is_before else AFTER)

    a, b = sorted((side(moved.version, moved.is_before), side(moved.other, not moved.is_before)))
    words = opening[moved.neighbour].words
    key = words if len(words) <= _KEY else words[:_KEY].rsplit(" ", 1)[0] + " \u2026"
    return Conflict(ORDER, key, a, b, POSSIBLE, moved.score, RULE)
