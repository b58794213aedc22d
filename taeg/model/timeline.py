"""The order of events from timelines, orders and times of accounts, and disagreements of sources with it.

A timeline is not inferred from texts: without any order or time, the order in which sources mention events is used.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import groupby, pairwise

from taeg.base.errors import Problems, listed
from taeg.model.corpus import BY_ORDER, BY_ROW, BY_TIME, GIVEN, Corpus, Event, Version
from taeg.text import times

_DIGITS = re.compile(r"([0-9]+)")
MENTIONED = 5
UNREAD = "-0"
"""The order of a row whose own is invalid, which is reported elsewhere."""


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key that puts `e2` before `e10`; case only breaks ties."""
    parts = [_part(part) for part in _DIGITS.split(text.casefold()) if part]
    return (*parts, (-1, 0, text))


def _part(part: str) -> tuple[int, int, str]:
    """Digits sort by value, before words."""
    if not _DIGITS.fullmatch(part):
        return 1, 0, part
    digits = part.lstrip("0")
    return 0, len(digits), digits


def arrange(events: Sequence[Event], accounts: Sequence[Version], problems: Problems) -> tuple[tuple[Event, ...], str]:
    """Return the events in order, and how the order was obtained (see `TIMELINES`)."""
    if any(event.declared for event in events):
        return _declared(events, problems), GIVEN
    positions = _positions(accounts, problems)
    if positions:
        _all_placed(events, positions, "an order", problems)
        return _sorted(events, {e: (float(p),) for e, p in positions.items()}), BY_ORDER
    starts: dict[str, times.Span] = {}
    for account in accounts:
        if account.time:
            span = times.parse(account.time, account.origin)
            starts[account.event] = min(span, starts.get(account.event, span))
    if starts:
        _all_placed(events, starts, "a time", problems)
        ordered = _sorted(events, {e: (s.start, s.stop) for e, s in starts.items()})
        return _order_ties_by_mention(ordered, starts, accounts), BY_TIME
    if not any(event.position for event in events):
        mentioned = order_by_mention(events, ((account.source, account.event) for account in accounts))
        events = [replace(e, position=str(number)) for number, e in enumerate(mentioned, start=1)]
    rows = {event.id: event.position for event in events if event.position}
    _all_placed(events, rows, "an order or a time", problems)
    return _sorted(events, {e: (float(p),) for e, p in rows.items()}), BY_ROW


def order_disagreements(corpus: Corpus, *, origins: bool = False) -> list[str]:
    """List where a source has two events in another order than the timeline, and accounts older than their event.

    Within a source, consecutive accounts of the same time are compared, so each step back is one line. Accounts of
    different times are not compared: a later report may return to an earlier event. With `origins`, each line starts
    with the file and line of the account; a corpus that was read from a graph has none. Steps back within a statement
    that was divided into passages are not included, see `look_backs`.
    """
    steps = (line for line, in_statement in _steps_back(corpus, origins) if not in_statement)
    return [*steps, *_too_early(corpus, origins)]


def look_backs(corpus: Corpus, *, origins: bool = False) -> list[str]:
    """List where a statement that was divided into passages returns to an earlier event.

    Statements do so often; each step back is one line, as in `order_disagreements`.
    """
    return [line for line, in_statement in _steps_back(corpus, origins) if in_statement]


def counted(look_backs: Sequence[str]) -> list[str]:
    """Return one line with the number of look-backs; nothing if there are none."""
    count = len(look_backs)
    if not count:
        return []
    return [f"statements return to an earlier event {f'{count:,} times' if count > 1 else 'once'}, as statements do"]


def _steps_back(corpus: Corpus, origins: bool) -> Iterator[tuple[str, bool]]:
    """Yield each step back, and whether it is within one statement."""
    index = {event.id: i for i, event in enumerate(corpus.events)}
    name = {event.id: event.name for event in corpus.events}
    accounts: dict[str, dict[str, list[Version]]] = {source.id: {} for source in corpus.sources}
    for v in corpus.versions:
        if v.order_in_source:
            accounts[v.source].setdefault(v.time, []).append(v)
    for source in corpus.sources:
        for group in accounts[source.id].values():
            group.sort(key=lambda v: (v.order_in_source, index[v.event]))
            for one, other in pairwise(group):
                if index[one.event] > index[other.event] and one.order_in_source < other.order_in_source:
                    found = (
                        f"{_at(other, origins)}{source.title} reports {name[one.event]!r} before {name[other.event]!r}"
                    )
                    yield f"{found}; the timeline has the opposite order", one.file == other.file != ""


def _too_early(corpus: Corpus, origins: bool) -> Iterator[str]:
    starts = {event.id: times.parse(event.dated).start for event in corpus.events if event.dated}
    name = {event.id: event.name for event in corpus.events}
    for v in corpus.versions:
        if v.time and v.event in starts and times.parse(v.time).stop <= starts[v.event]:
            what = f"{v.id!r} is of {v.time}, before its event {name[v.event]!r} happened"
            yield f"{_at(v, origins)}{what} according to the timeline"


def _at(version: Version, origins: bool) -> str:
    return f"{version.origin}: " if origins and version.origin else ""


def _declared(events: Sequence[Event], problems: Problems) -> tuple[Event, ...]:
    """Sort declared events by number, else by time and then by number."""
    timed = all(event.dated for event in events)
    numbered = any(event.position for event in events) and not (timed and any(not e.position for e in events))
    for event in events:
        if not (event.position if numbered else event.time):
            what = "an order" if numbered else "a time"
            problems.fault(
                f"event {event.id!r} has neither its place nor {what} in the timeline; give it", event.origin
            )
    if problems.number:
        return tuple(events)
    if numbered:
        return _sorted(events, {event.id: (float(event.position),) for event in events})
    spans = {event.id: times.parse(event.time, event.origin) for event in events}
    return _sorted(events, {e.id: (spans[e.id].start, spans[e.id].stop, float(e.position or 0)) for e in events})


def _order_ties_by_mention(
    events: Sequence[Event], spans: Mapping[str, times.Span], accounts: Sequence[Version]
) -> tuple[Event, ...]:
    """Order events of the same time as the sources mention them."""
    groups = [list(group) for _, group in groupby(events, key=lambda event: spans.get(event.id))]
    tied = {event.id: number for number, group in enumerate(groups) if len(group) > 1 for event in group}
    mentions: dict[int, list[Version]] = defaultdict(list)
    for account in accounts:
        if account.event in tied and account.order_in_source:
            mentions[tied[account.event]].append(account)
    for number, group in enumerate(groups):
        if len(group) > 1:
            order = sorted(mentions[number], key=lambda a: (a.order_in_source, natural(a.source), natural(a.event)))
            groups[number] = order_by_mention(group, (((a.source, a.time), a.event) for a in order))
    return tuple(event for group in groups for event in group)


def _positions(accounts: Sequence[Version], problems: Problems) -> dict[str, str]:
    """Return the order that rows give their events; rows of one event must agree."""
    found: dict[str, Version] = {}
    for account in accounts:
        if account.position in ("", UNREAD):
            continue
        first = found.setdefault(account.event, account)
        if float(first.position) != float(account.position):
            problems.fault(
                f"event {account.event!r} has the order {account.position} here and {first.position} in "
                f"{first.origin or first.source}; make them agree",
                account.origin,
            )
    return {event: account.position for event, account in found.items()}


def _all_placed(events: Sequence[Event], placed: Iterable[str], what: str, problems: Problems) -> None:
    known = set(placed)
    lost = [event for event in events if event.id not in known]
    if lost and not problems.number:  # the missing order may be in an invalid row
        problems.fault(nowhere([event.id for event in lost], what), lost[0].origin)


def nowhere(events: Sequence[str], what: str) -> str:
    """Return the message for events without position, listing the first ones."""
    names = listed([repr(event) for event in events], MENTIONED)
    return f"the position of {names} among the other events is unknown; give {what}, or a timeline"


def _sorted(events: Sequence[Event], key: dict[str, tuple[float, ...]]) -> tuple[Event, ...]:
    return tuple(sorted(events, key=lambda event: (key.get(event.id, ()), natural(event.id))))


def order_by_mention(events: Sequence[Event], mentions: Iterable[tuple[object, str]]) -> list[Event]:
    """Sort events topologically by the order in which sources mention them.

    `mentions` has pairs of source and event, in order. Cycles and unrelated events keep the order of `events`.
    """
    following: dict[str, set[str]] = defaultdict(set)
    waiting = {event.id: 0 for event in events}
    last: dict[object, str] = {}
    for source, event in mentions:
        before = last.get(source)
        if before is not None and before != event and event not in following[before]:
            following[before].add(event)
            waiting[event] += 1
        last[source] = event
    number = {event.id: i for i, event in enumerate(events)}
    ready = [number[i] for i, count in waiting.items() if not count]
    heapify(ready)
    done: dict[int, None] = {}
    first = 0
    while len(done) < len(events):
        while first in done:
            first += 1
        at = heappop(ready) if ready else first  # nothing is ready: break the cycle at its first event
        if at in done:
            continue
        done[at] = None
        for follower in following[events[at].id]:
            waiting[follower] -= 1
            if not waiting[follower]:
                heappush(ready, number[follower])
    return [events[i] for i in done]
