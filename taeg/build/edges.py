"""Weighted edges: the cosine of the TF-IDF rows of each pair, or the floor for texts without a common word.

All pairs of an event, or of two groups of versions, are connected unless both have more than `DENSE` versions; then
a sample of them is (`taeg.build.large_events`).
"""

import numpy as np

from taeg.build import large_events, pairs
from taeg.build.pairs import GroupPairs
from taeg.model.corpus_graph import DENSE, Edges, IntArray
from taeg.model.profile import Profile
from taeg.text.tfidf import TfidfRows, cosines


def same_event(rows: TfidfRows, event: IntArray, floor: float) -> Edges:
    """Return the SAME_EVENT edges of versions with these TF-IDF rows and events."""
    return _connect(rows, pairs.same_event(event), floor)


def before(rows: TfidfRows, event: IntArray, source: IntArray, profile: Profile, floor: float) -> Edges:
    """Return the BEFORE edges of versions with these TF-IDF rows, events and sources."""
    return _connect(rows, pairs.before(event, source, profile), floor)


def _connect(rows: TfidfRows, groups: GroupPairs, floor: float) -> Edges:
    large = groups.smaller > DENSE
    a, b = pairs.all_pairs(groups.select(~large))
    cosine = cosines(rows, a, b)
    parts = [Edges(a, b, np.where(cosine > 0, cosine, floor))]
    for first, second in groups.select(large):
        if first is second:
            parts.append(large_events.within(rows, first, floor))
        else:
            parts.append(large_events.between(rows, first, second, floor))
    a, b, weight = (np.concatenate([getattr(part, name) for part in parts]) for name in ("a", "b", "weight"))
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], weight[order])
