"""Which versions are tied to which: SAME_EVENT inside an event, BEFORE along the timeline.

Pure functions of integer arrays; the versions come in declared order (timeline, then source).
"""

import numpy as np

from taeg.corpusgraph import IntArray
from taeg.profiles import Profile

Pairs = tuple[IntArray, IntArray]


def same_event(event: IntArray) -> Pairs:
    """Every pair of versions of one event, the earlier in declared order first."""
    order, starts, sizes = _groups(event)
    a, b = [], []
    for size in np.unique(sizes):
        first, second = np.triu_indices(int(size), k=1)
        base = starts[sizes == size][:, None]
        a.append(order[(base + first).ravel()])
        b.append(order[(base + second).ravel()])
    return _in_order(_joined(a), _joined(b))


def before(event: IntArray, source: IntArray, profile: Profile) -> Pairs:
    """The BEFORE pairs of a profile (see `Profile.before`)."""
    if profile.before == "own-source":
        return _own_source(event, source)
    return _next_event(event)


def _own_source(event: IntArray, source: IntArray) -> Pairs:
    """Each version to all versions of the next event that its own source tells."""
    account, of_version = np.unique(np.stack((source, event)), axis=1, return_inverse=True)
    follows = np.flatnonzero(account[0, 1:] == account[0, :-1])
    return _between(of_version.ravel(), follows, follows + 1)


def _next_event(event: IntArray) -> Pairs:
    """All versions of an event to all of the next in the timeline; an event without any breaks the chain."""
    told, of_version = np.unique(event, return_inverse=True)
    follows = np.flatnonzero(told[1:] == told[:-1] + 1)
    return _between(of_version, follows, follows + 1)


def _between(group: IntArray, first: IntArray, second: IntArray) -> Pairs:
    """All pairs (member of group first[i], member of group second[i])."""
    order, starts, sizes = _groups(group)
    left, right = sizes[first], sizes[second]
    pairs = left * right
    which = np.repeat(np.arange(len(first)), pairs)
    within = np.arange(int(pairs.sum())) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    a = order[starts[first][which] + within // right[which]]
    b = order[starts[second][which] + within % right[which]]
    return _in_order(a, b)


def _in_order(a: IntArray, b: IntArray) -> Pairs:
    order = np.lexsort((b, a))
    return a[order], b[order]


def _groups(key: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The members of each group one after another, where each group starts, and how many it has."""
    order = np.argsort(key, kind="stable")
    _, starts, sizes = np.unique(key[order], return_index=True, return_counts=True)
    return order.astype(np.int64), starts.astype(np.int64), sizes.astype(np.int64)


def _joined(parts: list[IntArray]) -> IntArray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
