"""The order of many events: each is compared with those that are near it in a source or in time, not with all."""

from bisect import bisect_left, insort
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import cg
from scipy.special import ndtr

from taeg.align.values import FloatArray, IntArray

REACH = 40
"""Mentions of a source, or events in order of time, with which each is compared."""
SWEEPS = 20
ITERATIONS = 2_000
"""Most iterations of the solution by least squares."""


def wins(sequence: IntArray, event: IntArray, time: FloatArray, deviation: float) -> csr_array:
    """Return how many sources and times have an event before another, for events near each other.

    `sequence` and `event` describe the mentions in the order of each sequence, -1 for no event; `time` is that of each
    event, nan if unknown.
    """
    count = len(time)
    sequence, event = sequence[event >= 0], event[event >= 0]
    parts = []
    for distance in range(1, min(REACH + 1, len(event))):
        first, second = event[:-distance], event[distance:]
        keep = (sequence[:-distance] == sequence[distance:]) & (first != second)
        parts.append(np.stack((sequence[:-distance][keep], first[keep], second[keep])))
    found = csr_array((count, count))
    if parts:
        own, first, second = np.concatenate(parts, axis=1)
        # the share of the mentions of two events in one source that have the first before the second
        ordered = first < second
        low, high = np.where(ordered, first, second), np.where(ordered, second, first)
        keys, number = np.unique((own * count + low) * count + high, return_inverse=True)
        share = np.bincount(number, weights=ordered) / np.bincount(number)
        low, high = keys // count % count, keys % count
        found = _summed(count, low, high, share) + _summed(count, high, low, 1 - share)
    timed = np.flatnonzero(~np.isnan(time))
    timed = timed[np.argsort(time[timed], kind="stable")]
    for distance in range(1, min(REACH + 1, len(timed))) if len(timed) > 2 else ():
        first, second = timed[:-distance], timed[distance:]
        later = ndtr((time[second] - time[first]) / deviation)
        found = found + _summed(count, first, second, later) + _summed(count, second, first, 1 - later)
    found.eliminate_zeros()
    return csr_array(found)


def _summed(count: int, first: IntArray, second: IntArray, value: FloatArray) -> csr_array:
    return csr_array((value, (first, second)), shape=(count, count))


def best_order(won: csr_array, places: FloatArray) -> IntArray:
    """Order events by local search from two starts, given places and least squares; that with fewer lost wins."""
    starts = [np.argsort(found, kind="stable") for found in (places, _least_squares(won, places))]
    found = [_improved(won, start) for start in starts]
    return min(found, key=lambda order: (round(_lost(won, order), 6), order.tolist()))


def _least_squares(won: csr_array, start: FloatArray) -> FloatArray:
    """Positions whose differences agree best with the comparisons."""
    weight = csr_array(won + won.T)
    degree = np.asarray(weight.sum(axis=1)).ravel() + 1e-6
    balance = np.asarray(won.sum(axis=0)).ravel() - np.asarray(won.sum(axis=1)).ravel()
    laplacian, jacobi = csr_array(diags_array(degree) - weight), diags_array(1 / degree)
    found, _ = cg(laplacian, balance, x0=start - start.mean(), rtol=1e-6, maxiter=ITERATIONS, M=jacobi)
    return np.asarray(found)


def _lost(won: csr_array, order: IntArray) -> float:
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    row = np.repeat(np.arange(won.shape[0]), np.diff(won.indptr))
    return float(won.data[place[row] > place[won.indices]].sum())


def _improved(won: csr_array, start: IntArray) -> IntArray:
    """Move single events to their best place until nothing improves."""
    lost = csr_array(won.T)
    both = csr_array(won + lost)
    both.sort_indices()
    ahead, behind = _aligned(won, both), _aligned(lost, both)
    order = start
    for _ in range(SWEEPS):
        place = np.empty(len(order))
        place[order] = np.arange(len(order))
        taken: list[float] = np.arange(len(order), dtype=float).tolist()
        moved = False
        for event in order.tolist():
            own = slice(both.indptr[event], both.indptr[event + 1])
            near = both.indices[own]
            ranked = np.argsort(place[near], kind="stable")
            # cost of standing before each of the compared events in turn, and after the last
            cost = np.append(0, np.cumsum(ahead[own][ranked]))
            cost += np.append(np.cumsum(behind[own][ranked][::-1])[::-1], 0)
            places = place[near][ranked]
            now = int(np.searchsorted(places, place[event]))
            lowest = float(cost.min())
            if lowest >= cost[now] - 1e-9:
                continue
            best = np.flatnonzero(cost <= lowest + 1e-9)
            slot = int(best[np.abs(best - now).argmin()])
            del taken[bisect_left(taken, float(place[event]))]
            if slot < now:
                at = bisect_left(taken, float(places[slot]))
                gap = (taken[at - 1] if at else taken[0] - 2, taken[at])
            else:
                at = bisect_left(taken, float(places[slot - 1]))
                gap = (taken[at], taken[at + 1] if at + 1 < len(taken) else taken[-1] + 2)
            place[event] = (gap[0] + gap[1]) / 2
            insort(taken, float(place[event]))
            moved = True
        order = np.argsort(place, kind="stable")
        if not moved:
            break
    return order


def _aligned(values: csr_array, pattern: csr_array) -> FloatArray:
    """Return the values at the entries of a pattern that includes theirs, 0 elsewhere."""
    found = np.zeros(pattern.nnz)
    found[np.searchsorted(_keys(pattern), _keys(values))] = values.data
    return found


def _keys(matrix: csr_array) -> IntArray:
    """Return a number for each entry, ascending."""
    matrix.sort_indices()
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return rows * matrix.shape[1] + matrix.indices


def mean_places(sequence: IntArray, event: IntArray, count: int) -> FloatArray:
    """Return the mean relative place of each event in the sequences that mention it, scaled to the number of events."""
    sequence, event = sequence[event >= 0], event[event >= 0]
    starts = np.searchsorted(sequence, sequence)
    ends = np.searchsorted(sequence, sequence, side="right")
    place = (np.arange(len(sequence)) - starts + 0.5) / (ends - starts)
    mentions = np.maximum(np.bincount(event, minlength=count), 1)
    return np.asarray(count * np.bincount(event, weights=place, minlength=count) / mentions)


def required(count: int, before: Sequence[tuple[int, int]], weight: float) -> csr_array:
    """Return the wins of an order that is required."""
    pairs = np.array(before, np.int64).reshape(-1, 2)
    return _summed(count, pairs[:, 0], pairs[:, 1], np.full(len(pairs), weight))
