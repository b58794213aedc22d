"""Edges between versions: SAME_EVENT within an event, BEFORE along the timeline.

Both connect pairs of groups of versions. For SAME_EVENT each event is paired with itself. For BEFORE the groups are a
source's versions of one event and of its next event, or all versions of an event and of the next in the timeline. The
weight of an edge is the cosine of the TF-IDF rows of both versions, or the floor for texts without a common word.

All pairs of an event, or of two groups of versions, are connected unless both have more than `DENSE` versions; then
a sample of them is (`taeg.build.large_events`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from taeg.build import large_events
from taeg.model.corpus import Profile
from taeg.model.corpus_graph import DENSE, Edges, IntArray, join
from taeg.text.tfidf import TfidfRows, cosines

Pairs = tuple[IntArray, IntArray]

CHUNK = 500_000
"""Pairs computed at once, before those within a group are halved."""


@dataclass(frozen=True, slots=True)
class GroupPairs:
    """Pairs of groups of versions; a group may be paired with itself."""

    members: IntArray
    """Indices of the versions, group by group."""
    starts: IntArray
    """Position of each group's first version in `members`."""
    sizes: IntArray
    first: IntArray
    second: IntArray

    def select(self, mask: npt.NDArray[np.bool_] | slice) -> "GroupPairs":
        """Return some of the pairs of groups."""
        return GroupPairs(self.members, self.starts, self.sizes, self.first[mask], self.second[mask])

    def __iter__(self) -> Iterator[Pairs]:
        """Iterate over the versions of both groups of each pair: the same array twice for a group with itself."""
        for first, second in zip(self.first.tolist(), self.second.tolist(), strict=True):
            left = self._versions(first)
            yield left, left if first == second else self._versions(second)

    def _versions(self, group: int) -> IntArray:
        return self.members[self.starts[group] : self.starts[group] + self.sizes[group]]

    @property
    def smaller(self) -> IntArray:
        """Size of the smaller group of each pair."""
        return np.minimum(self.sizes[self.first], self.sizes[self.second])


def connect(rows: TfidfRows, groups: GroupPairs, floor: float) -> Edges:
    """Return the edges between paired groups of versions with these TF-IDF rows."""
    large = groups.smaller > DENSE
    a, b = all_pairs(groups.select(~large))
    cosine = cosines(rows, a, b)
    parts = [Edges(a, b, np.where(cosine > 0, cosine, floor))]
    for first, second in groups.select(large):
        if first is second:
            parts.append(large_events.within(rows, first, floor))
        else:
            parts.append(large_events.between(rows, first, second, floor))
    return join(parts).in_order()


def same_event_groups(event: IntArray) -> GroupPairs:
    """Pair each event with itself."""
    members, starts, sizes = _group(event)
    groups = np.arange(len(sizes))
    return GroupPairs(members, starts, sizes, groups, groups)


def before_groups(event: IntArray, source: IntArray, profile: Profile) -> GroupPairs:
    """Pair groups that follow each other; see `Profile.before`.

    With `next-event`, an event without versions interrupts the chain; with `own-source` it does not.
    """
    if profile.before == "own-source":
        keys, group = np.unique(np.stack((source, event)), axis=1, return_inverse=True)
        first = np.flatnonzero(keys[0, 1:] == keys[0, :-1])
    else:
        events, group = np.unique(event, return_inverse=True)
        first = np.flatnonzero(events[1:] == events[:-1] + 1)
    return GroupPairs(*_group(group.ravel()), first, first + 1)


def all_pairs(groups: GroupPairs) -> Pairs:
    """Return all pairs of versions of paired groups; within one group each pair once, the lower index first."""
    count = groups.sizes[groups.first] * groups.sizes[groups.second]
    ends = np.cumsum(count)
    cuts = np.unique(np.searchsorted(ends, np.arange(CHUNK, ends[-1], CHUNK))).tolist() if len(ends) else []
    parts = [_all_pairs(groups.select(slice(*bounds))) for bounds in pairwise([0, *cuts, len(count)])]
    a, b = (np.concatenate(ends) for ends in zip(*parts, strict=True))
    return a, b


def _all_pairs(groups: GroupPairs) -> Pairs:
    left, right = groups.sizes[groups.first], groups.sizes[groups.second]
    count = left * right
    pair = np.repeat(np.arange(len(count)), count)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(count) - count, count)
    a = groups.members[groups.starts[groups.first][pair] + within // right[pair]]
    b = groups.members[groups.starts[groups.second][pair] + within % right[pair]]
    keep = (groups.first != groups.second)[pair] | (a < b)
    return a[keep], b[keep]


def _group(key: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the indices in order of their keys, where each key starts and how often it occurs."""
    order = np.argsort(key, kind="stable")
    _, starts, sizes = np.unique(key[order], return_index=True, return_counts=True)
    return order, starts, sizes
