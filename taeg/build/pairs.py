"""Which versions are tied to which: SAME_EVENT inside an event, BEFORE along the timeline.

Pure functions of integer arrays; the versions come in declared order (timeline, then source). All pairs, however many:
what becomes of very large events is said in `taeg.build.edges`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from taeg.model.corpus_graph import IntArray
from taeg.model.profile import Profile

Pairs = tuple[IntArray, IntArray]


def same_event(event: IntArray) -> Pairs:
    """Every pair of versions of one event, the earlier in declared order first."""
    order, starts, sizes = groups(event)
    a, b = [], []
    for size in np.unique(sizes):
        first, second = np.triu_indices(int(size), k=1)
        base = starts[sizes == size][:, None]
        a.append(order[(base + first).ravel()])
        b.append(order[(base + second).ravel()])
    return in_order(_joined(a), _joined(b))


def before(event: IntArray, source: IntArray, profile: Profile) -> Pairs:
    """The BEFORE pairs of a profile (see `Profile.before`)."""
    return between(follows(event, source, profile))


@dataclass(frozen=True, slots=True)
class Follows:
    """Groups of versions, and which group comes right before which."""

    group: IntArray
    """Of each version; numbered from 0."""
    first: IntArray
    second: IntArray

    def some(self, chosen: npt.NDArray[np.bool_]) -> "Follows":
        """The same groups, of which only some follow on each other."""
        return Follows(self.group, self.first[chosen], self.second[chosen])


def follows(event: IntArray, source: IntArray, profile: Profile) -> Follows:
    """What BEFORE ties: a source's accounts of one event with those of the next it tells, or events with the next."""
    return _own_source(event, source) if profile.before == "own-source" else _next_event(event)


def between(follows: Follows) -> Pairs:
    """All pairs of a version of a group and one of the group that follows."""
    order, starts, sizes = groups(follows.group)
    left, right = sizes[follows.first], sizes[follows.second]
    pairs = left * right
    which = np.repeat(np.arange(len(pairs)), pairs)
    within = np.arange(int(pairs.sum())) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    a = order[starts[follows.first][which] + within // right[which]]
    b = order[starts[follows.second][which] + within % right[which]]
    return in_order(a, b)


def _own_source(event: IntArray, source: IntArray) -> Follows:
    """Each version to all versions of the next event that its own source tells."""
    account, of_version = np.unique(np.stack((source, event)), axis=1, return_inverse=True)
    first = np.flatnonzero(account[0, 1:] == account[0, :-1])
    return Follows(of_version.ravel(), first, first + 1)


def _next_event(event: IntArray) -> Follows:
    """All versions of an event to all of the next in the timeline; an event without any breaks the chain."""
    told, of_version = np.unique(event, return_inverse=True)
    first = np.flatnonzero(told[1:] == told[:-1] + 1)
    return Follows(of_version, first, first + 1)


def in_order(a: IntArray, b: IntArray) -> Pairs:
    """Pairs by their first end, then by their second."""
    order = np.lexsort((b, a))
    return a[order], b[order]


def groups(key: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The members of each group one after another, where each group starts, and how many it has."""
    order = np.argsort(key, kind="stable")
    _, starts, sizes = np.unique(key[order], return_index=True, return_counts=True)
    return order.astype(np.int64), starts.astype(np.int64), sizes.astype(np.int64)


def _joined(parts: list[IntArray]) -> IntArray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
