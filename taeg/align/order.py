"""One timeline from the orders of the sources and the times they name.

`wins[c, d]` is the number of sources that have event c before event d, plus the probability of c being earlier by the
times named in both. The order with few lost comparisons is found by moving single events from several starts. Events
of one source without a time are placed before the next event of that source that is placed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse import csr_array
from scipy.special import ndtr

from taeg.align.large import order as large_order
from taeg.align.values import BoolArray, FloatArray, IntArray

TIME_DEVIATION = 4.0 * np.sqrt(2)
"""Deviation in minutes of the difference of two named times of the same moment."""
SWEEPS = 50
EXACT_EVENTS = 4_000
"""Most events that are all compared with each other; of more only those near each other are."""
CERTAIN = 1e6
"""Weight of an order that is required."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """Which events the units describe, sequence by sequence in the order of each."""

    sequence: IntArray
    event: IntArray
    """-1 for none."""
    time: FloatArray
    """Minutes, nan where unknown."""

    @property
    def count(self) -> int:
        """Number of events."""
        return int(self.event.max(initial=-1)) + 1


@dataclass(frozen=True, slots=True)
class Timeline:
    """Events in order, and the comparisons it rests on."""

    order: IntArray
    time: FloatArray
    """Median of the named times of each event, nan if none."""
    stated: FloatArray
    """The named time of each event nearest to the median; of two, the earlier one."""
    confidence: FloatArray
    """For each place of the order, how certain it is that this event follows the one before."""


def timeline(mentions: Mentions, before: Sequence[tuple[int, int]] = (), exact_events: int = EXACT_EVENTS) -> Timeline:
    """Find the order; `before` lists pairs of events whose order is required."""
    count = mentions.count
    time = event_times(mentions)
    sources = _sequences_of(mentions)
    placed = np.array([len(sources[e]) > 1 or not np.isnan(time[e]) for e in range(count)], bool)
    for pair in before:
        placed[list(pair)] = True
    if not placed.any():
        placed[:] = True
    at = np.flatnonzero(placed)
    all_wins: FloatArray | csr_array
    if count > exact_events:
        best, all_wins = _large(mentions, time, placed, before)
    else:
        won = all_wins = wins(mentions, time, before)
        best = _best_order(won[np.ix_(at, at)])
    order = _insert(mentions, at[best], placed)
    return Timeline(order, time, event_times(mentions, "lower"), _confidence(order, all_wins))


def _large(
    mentions: Mentions, time: FloatArray, placed: BoolArray, before: Sequence[tuple[int, int]]
) -> tuple[IntArray, csr_array]:
    """Return the order of the placed events, and the comparisons of all events."""
    required = large_order.required(len(time), before, CERTAIN)
    found = large_order.wins(mentions.sequence, mentions.event, time, TIME_DEVIATION) + required
    at = np.flatnonzero(placed)
    number = np.append(np.where(placed, np.cumsum(placed) - 1, -1), -1)  # the last for no event
    event = number[mentions.event]
    won = large_order.wins(mentions.sequence, event, time[at], TIME_DEVIATION) + csr_array(required[at][:, at])
    start = large_order.mean_places(mentions.sequence[event >= 0], event[event >= 0], len(at))
    return large_order.best_order(csr_array(won), start), csr_array(found)


def event_times(mentions: Mentions, method: Literal["linear", "lower"] = "linear") -> FloatArray:
    """Median named time of each event; with `lower` always a time that is named."""
    found = np.full(mentions.count, np.nan)
    named = np.flatnonzero((mentions.event >= 0) & ~np.isnan(mentions.time))
    named = named[np.argsort(mentions.event[named], kind="stable")]
    for rows in np.split(named, np.flatnonzero(np.diff(mentions.event[named])) + 1) if len(named) else ():
        found[mentions.event[rows[0]]] = np.quantile(mentions.time[rows], 0.5, method=method)
    return found


def _sequences_of(mentions: Mentions) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(mentions.count)]
    for sequence, event in zip(mentions.sequence.tolist(), mentions.event.tolist(), strict=True):
        if event >= 0:
            found[event].add(sequence)
    return found


def wins(mentions: Mentions, time: FloatArray, before: Sequence[tuple[int, int]] = ()) -> FloatArray:
    """Return for each pair of events how many sources and times have the first before the second."""
    count = mentions.count
    found = np.zeros((count, count))
    for sequence in np.unique(mentions.sequence).tolist():
        rows = np.flatnonzero((mentions.sequence == sequence) & (mentions.event >= 0))
        events, inverse = np.unique(mentions.event[rows], return_inverse=True)
        found[np.ix_(events, events)] += _precedence(inverse, len(events))
    known = ~np.isnan(time)
    if known.sum() > 2:
        later = ndtr((time[None, :] - time[:, None]) / TIME_DEVIATION)
        found += np.where(known[:, None] & known[None, :], later, 0)
    for first, second in before:
        found[first, second] += CERTAIN
    np.fill_diagonal(found, 0)
    return found


def _precedence(label: IntArray, count: int) -> FloatArray:
    """Share of pairs of mentions in which one event precedes the other, for labels in order of mention."""
    # earlier[e] before each mention, summed over the mentions of f
    member = np.zeros((len(label), count))
    member[np.arange(len(label)), label] = 1
    earlier = np.cumsum(member, axis=0) - member
    number = member.sum(axis=0)
    share: FloatArray = (earlier.T @ member) / (number[:, None] * number[None, :])
    np.fill_diagonal(share, 0)
    return share


def _best_order(won: FloatArray) -> IntArray:
    """Order events by local search from two starts; the one with fewer lost comparisons wins."""
    total = np.maximum(won + won.T, 1e-9)
    starts = [
        np.argsort(-(won.sum(axis=1) - won.sum(axis=0)) / total.sum(axis=1), kind="stable"),
        np.argsort(_least_squares(won), kind="stable"),
    ]
    found = [_improved(won, start) for start in starts]
    return min(found, key=lambda order: (round(_lost(won, order), 6), order.tolist()))


def _least_squares(won: FloatArray) -> FloatArray:
    """Positions whose differences agree best with the comparisons of neighbours."""
    weight = won + won.T
    size = len(won)
    laplacian = np.diag(weight.sum(axis=1)) - weight + 1e-6 * np.eye(size)
    return np.asarray(np.linalg.solve(laplacian, won.sum(axis=0) - won.sum(axis=1)))


def _lost(won: FloatArray, order: IntArray) -> float:
    backwards = order[::-1]
    return float(np.triu(won[np.ix_(backwards, backwards)], 1).sum())


def _improved(won: FloatArray, start: IntArray) -> IntArray:
    """Move single events to their best place until nothing improves."""
    order = start.copy()
    for _ in range(SWEEPS):
        moved = False
        for event in order.tolist():
            place = int(np.flatnonzero(order == event)[0])
            rest = np.delete(order, place)
            # cost of standing before rest[k]: events before it that lose, and events after it that win
            cost = np.append(0, np.cumsum(won[event, rest])) + np.append(np.cumsum(won[rest, event][::-1])[::-1], 0)
            lowest = float(cost.min())
            if lowest < cost[place] - 1e-9:
                best = np.flatnonzero(cost <= lowest + 1e-9)
                order = np.insert(rest, best[np.abs(best - place).argmin()], event)
                moved = True
        if not moved:
            break
    return order


def _insert(mentions: Mentions, order: IntArray, placed: BoolArray) -> IntArray:
    """Insert each event that is not placed before the next placed event of its source, or after the last."""
    before: dict[int, list[int]] = {int(event): [] for event in order}
    after: dict[int, list[int]] = {int(event): [] for event in order}
    seen: set[int] = set()
    for sequence in np.unique(mentions.sequence).tolist():
        events = mentions.event[(mentions.sequence == sequence) & (mentions.event >= 0)].tolist()
        waiting: list[int] = []
        last = -1
        for event in events:
            if placed[event]:
                before[event] += waiting
                waiting, last = [], event
            elif event not in seen:
                waiting.append(event)
                seen.add(event)
        if last >= 0:
            after[last] += waiting
        elif len(order):
            before[int(order[0])] += waiting
    found = [e for event in order.tolist() for e in (*before[event], event, *after[event])]
    return np.array(found, np.int64)


def _confidence(order: IntArray, won: FloatArray | csr_array) -> FloatArray:
    """Certainty of each step: comparisons for it, of all comparisons and one that is undecided."""
    found = np.ones(len(order))
    if len(order) > 1:
        ahead, behind = (won[one, other].ravel() for one, other in ((order[:-1], order[1:]), (order[1:], order[:-1])))
        found[1:] = (ahead + 0.5) / (ahead + behind + 1)
    return found
