"""The weighed edges of versions in declared order: from TF-IDF rows and integer arrays to `Edges`.

Pure, and the same for a part of a corpus as for the whole: SAME_EVENT of a part that holds whole events; BEFORE of one
that also holds what comes right before it (of each source its accounts of the last event it told, or all versions of
the last event, as the profile ties them). Up to `DENSE` versions every pair is tied and weighs its cosine. Among more,
ties are thinned out and weigh more in return (`taeg.build.large_events`), so that their number grows with the versions.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from taeg.build import large_events as thinning
from taeg.build import pairs as relations
from taeg.build import weights
from taeg.model.corpus_graph import Edges, IntArray
from taeg.model.profile import Profile

DENSE = thinning.PARTNERS
"""Versions of an event, or of the smaller of two groups, of which every pair is tied."""


def same_event(rows: csr_array, event: IntArray, floor: float) -> Edges:
    """The SAME_EVENT edges of versions that have these rows and belong to these events."""
    order, starts, sizes = relations.groups(event)
    large = sizes > DENSE
    few = np.flatnonzero(~_members(large, order, sizes))
    a, b = (few[ends] for ends in relations.same_event(event[few]))
    thinned = []
    for start, size in zip(starts[large].tolist(), sizes[large].tolist(), strict=True):
        members = order[start : start + size]
        thinned.append(_placed(thinning.inside(csr_array(rows[members]), floor), members, members))
    return _joined(Edges(a, b, weights.cosines(rows, a, b, floor)), thinned)


def before(rows: csr_array, event: IntArray, source: IntArray, profile: Profile, floor: float) -> Edges:
    """The BEFORE edges of versions that have these rows, as the profile ties them."""
    follows = relations.follows(event, source, profile)
    order, starts, sizes = relations.groups(follows.group)
    large = np.minimum(sizes[follows.first], sizes[follows.second]) > DENSE
    a, b = relations.between(follows.some(~large))
    thinned = []
    for first, second in zip(follows.first[large].tolist(), follows.second[large].tolist(), strict=True):
        left, right = (order[starts[group] : starts[group] + sizes[group]] for group in (first, second))
        found = thinning.between(csr_array(rows[left]), csr_array(rows[right]), floor)
        thinned.append(_placed(found, left, right))
    return _joined(Edges(a, b, weights.cosines(rows, a, b, floor)), thinned)


def _members(chosen: npt.NDArray[np.bool_], order: IntArray, sizes: IntArray) -> npt.NDArray[np.bool_]:
    """Which versions belong to the chosen groups."""
    found = np.empty(len(order), dtype=np.bool_)
    found[order] = np.repeat(chosen, sizes)
    return found


def _placed(edges: Edges, first: IntArray, second: IntArray) -> Edges:
    return Edges(first[edges.a], second[edges.b], edges.weight)


def _joined(edges: Edges, more: Iterable[Edges]) -> Edges:
    """All of them by their first end, then by their second."""
    parts = [edges, *more]
    if len(parts) == 1:
        return edges
    a, b = (np.concatenate([getattr(part, end) for part in parts]) for end in ("a", "b"))
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], np.concatenate([part.weight for part in parts])[order])
