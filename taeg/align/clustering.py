"""Average-link clustering of a sparse similarity, with constraints.

Merging all reciprocal nearest neighbours at once gives the same clusters as merging the most similar pair again and
again, because the average similarity to a merged cluster never exceeds the larger of the two. Pairs that are not
listed have similarity 0. Ties are broken by index.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from taeg.align.values import BoolArray, FloatArray, IntArray

Masks = npt.NDArray[np.uint64]
WORDS_AT_ONCE = 4_000_000
"""Words of masks compared at once, to bound memory."""


@dataclass(frozen=True, slots=True)
class Links:
    """Similarities of pairs of units; each pair once, with a < b."""

    a: IntArray
    b: IntArray
    value: FloatArray

    @classmethod
    def none(cls) -> "Links":
        """Return no pairs."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))


def masks(groups: IntArray) -> Masks:
    """Return bit masks of group numbers: clusters with a common bit are never merged. -1 sets no bit."""
    words = int(groups.max(initial=-1)) // 64 + 1
    found = np.zeros((len(groups), max(words, 1)), np.uint64)
    at = np.flatnonzero(groups >= 0)
    found[at, groups[at] // 64] = np.uint64(1) << (groups[at] % 64).astype(np.uint64)
    return found


def average_link(start: IntArray, links: Links, threshold: float, exclusive: Masks, apart: Links | None) -> IntArray:
    """Return the cluster of each unit.

    `start` numbers the clusters to begin with (units that belong together), from 0. Clusters that share a bit of
    `exclusive` (rows: units) or have a pair in `apart` are never merged. Pairs are merged while their average
    similarity is at least `threshold`. Clusters are numbered by their first unit.
    """
    label = np.unique(start, return_inverse=True)[1].astype(np.int64)
    count = int(label.max(initial=-1)) + 1
    size: FloatArray = np.bincount(label, minlength=count).astype(np.float64)
    bits = np.zeros((count, exclusive.shape[1]), np.uint64)
    np.bitwise_or.at(bits, label, exclusive)
    sums = _combine(label[links.a], label[links.b], links.value, count)
    barred = _combine(label[apart.a], label[apart.b], np.ones(len(apart.a)), count) if apart else None
    while True:
        merged = _merges(sums, barred, size, bits, threshold)
        if merged is None:
            return _by_first(label)
        into, count = merged
        label = into[label]
        size = np.bincount(into, weights=size, minlength=count).astype(np.float64)
        joined = np.zeros((count, bits.shape[1]), np.uint64)
        np.bitwise_or.at(joined, into, bits)
        bits = joined
        sums = _combine(into[sums.row], into[sums.col], sums.data, count)
        if barred is not None:
            barred = _combine(into[barred.row], into[barred.col], barred.data, count)


def _combine(a: IntArray, b: IntArray, value: FloatArray, count: int) -> coo_array:
    """Sum the values of equal pairs of clusters, each pair once with the lower number first."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    keep = low != high
    summed = csr_array((value[keep], (low[keep], high[keep])), shape=(count, count))
    summed.sum_duplicates()
    return summed.tocoo()


def _merges(
    sums: coo_array, barred: coo_array | None, size: FloatArray, bits: Masks, threshold: float
) -> tuple[IntArray, int] | None:
    """Return the new number of each cluster and how many there are, or None if nothing can be merged."""
    count = len(size)
    a, b = sums.row.astype(np.int64), sums.col.astype(np.int64)
    average = sums.data / (size[a] * size[b])
    keep = average >= threshold
    keep[keep] = ~_exclude(bits, a[keep], b[keep])
    if barred is not None and barred.nnz:
        pairs = barred.row.astype(np.int64) * count + barred.col
        keep &= ~np.isin(a * count + b, pairs)
    a, b, average = a[keep], b[keep], average[keep]
    if not len(a):
        return None
    # one order of all pairs, so that the first pair of both its clusters exists: the best of all
    rank = np.empty(len(a), np.int64)
    rank[np.lexsort((b, a, -average))] = np.arange(len(a))
    best = np.full(count, len(a), np.int64)
    np.minimum.at(best, a, rank)
    np.minimum.at(best, b, rank)
    mutual = (best[a] == rank) & (best[b] == rank)
    target = np.arange(count)
    target[b[mutual]] = a[mutual]
    kept, into = np.unique(target, return_inverse=True)
    return into.astype(np.int64), len(kept)


def _exclude(bits: Masks, a: IntArray, b: IntArray) -> BoolArray:
    """Whether the clusters of each pair share a bit."""
    found = np.zeros(len(a), bool)
    step = max(1, WORDS_AT_ONCE // bits.shape[1])
    for start in range(0, len(a), step):
        some = slice(start, start + step)
        found[some] = (bits[a[some]] & bits[b[some]]).any(axis=1)
    return found


def _by_first(label: IntArray) -> IntArray:
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    found: IntArray = rank[inverse]
    return found
