"""Moves of events that would remove most disagreement between a timeline and the orders of the sources.

They are suggestions for a person. Applied without reading, they make a correct timeline worse: sources also look back
and ahead.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from taeg.model.corpus import Corpus, Correction, Event, Version
from taeg.text import times

FEWEST = 3
"""Disagreements that a move must remove."""
MOST = 5
"""Moves that are suggested."""
LARGEST = 3_000
"""Events of the largest timeline that is examined: the counts of all pairs are kept in memory."""


@dataclass(frozen=True, slots=True)
class Move:
    """A suggested move of one event."""

    event: str
    side: str
    """`before` or `after`."""
    other: str
    removed: int
    """Pairs of accounts of one source that have another order than the timeline, which this removes."""
    evidence: tuple[str, ...]
    """For each source that the move agrees with, the events that it has on the other side."""
    title: str
    other_title: str

    def __str__(self) -> str:
        """The move with the titles of both events."""
        return f"{self.title!r} {self.side} {self.other_title!r}"

    @property
    def correction(self) -> Correction:
        """The correction that makes the move."""
        return Correction("move", self.event, other=self.other, side=self.side, why=self.reason)

    @property
    def reason(self) -> str:
        """The evidence in one line."""
        return f"removes {self.removed} disagreements: {'; '.join(self.evidence)}"


def moves(corpus: Corpus, most: int = MOST) -> tuple[Move, ...]:
    """Suggest moves, each after those before it; none takes an event past another against the dates of both."""
    import numpy as np

    size = len(corpus.events)
    if not 1 < size <= LARGEST:
        return ()
    named = _sequences(corpus)
    before = np.zeros((size, size), np.int32)
    for _, events in named:
        for at, event in enumerate(events):
            before[event, events[at + 1 :]] += 1
    start, stop = np.array([_span(event) for event in corpus.events]).T
    order = np.arange(size)
    found: list[Move] = []
    while len(found) < most:
        best = (FEWEST - 1, 0, 0, 0)
        for place in range(size):
            event, rest = int(order[place]), np.delete(order, place)
            # disagreements with the event before rest[k]: those that precede it, and those that it precedes
            cost = np.append(0, np.cumsum(before[event, rest]))
            cost[:-1] += np.cumsum(before[rest, event][::-1])[::-1]
            # comparisons with the nan of events without a date are false
            earlier = np.flatnonzero(stop[rest[:place]] <= start[event])
            later = np.flatnonzero(start[rest[place:]] >= stop[event])
            low = int(earlier[-1]) + 1 if len(earlier) else 0
            high = place + int(later[0]) if len(later) else size - 1
            least = cost[low : high + 1].min()
            gain = int(cost[place] - least)
            if gain > best[0]:
                lowest = low + np.flatnonzero(cost[low : high + 1] == least)
                best = gain, place, int(lowest[np.abs(lowest - place).argmin()]), event
        removed, place, target, event = best
        if removed < FEWEST:
            break
        rest = np.delete(order, place)
        passed = set(rest[min(place, target) : max(place, target)].tolist())
        side, other = ("after", rest[target - 1]) if target > place else ("before", rest[target])
        evidence = _evidence(corpus, named, event, passed, later=target > place)
        one, another = corpus.events[event], corpus.events[int(other)]
        found.append(Move(one.id, side, another.id, removed, evidence, one.name, another.name))
        order = np.insert(rest, target, event)
    return tuple(found)


def _span(event: Event) -> tuple[float, float]:
    """The interval of the event's date; nan if it has none."""
    if not event.dated:
        return nan, nan
    span = times.parse(event.dated)
    return span.start, span.stop


def _sequences(corpus: Corpus) -> list[tuple[str, list[int]]]:
    """The events of each source in the order of its accounts; accounts of different times are not compared."""
    index = {event.id: i for i, event in enumerate(corpus.events)}
    groups: dict[tuple[str, str], list[Version]] = {}
    for version in corpus.versions:
        if version.order_in_source and not version.excluded:
            groups.setdefault((version.source, version.time), []).append(version)
    found = []
    for (source, _), versions in groups.items():
        versions.sort(key=lambda v: v.order_in_source)
        found.append((source, list(dict.fromkeys(index[version.event] for version in versions))))
    return found


def _evidence(
    corpus: Corpus, named: Sequence[tuple[str, list[int]]], event: int, passed: set[int], *, later: bool
) -> tuple[str, ...]:
    titles = {source.id: source.title for source in corpus.sources}
    disagreeing: Counter[str] = Counter()
    example: dict[str, str] = {}
    for source, events in named:
        if event not in events:
            continue
        at = events.index(event)
        there = [e for e in (events[:at] if later else events[at + 1 :]) if e in passed]
        if there:
            disagreeing[source] += len(there)
            example.setdefault(source, corpus.events[there[-1] if later else there[0]].name)
    word = "after" if later else "before"
    return tuple(f"{titles[source]} has it {word} {example[source]!r}" for source, _ in disagreeing.most_common())
