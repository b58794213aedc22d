"""Candidate pairs: for each row and other sequence the rows with the most similar rare words."""

import numpy as np
from scipy.sparse import csr_array

from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.values import IntArray, Matrix

PER_SEQUENCE = 3
"""Candidates of a row in each other sequence."""
PER_ROW = 150
"""Candidates of a row in all other sequences together; as many more rows may have it as theirs."""
LEAST = 0.03
"""Least cosine of a candidate."""
PRODUCTS = 2_500_000_000
"""Products of two words computed for all rows together; the most common words are left out until they suffice."""
PRODUCTS_AT_ONCE = 30_000_000


def candidates(layout: Layout, rows: csr_array) -> PairList:
    """Return pairs of rows of different sequences that share rare words; `rows` are TF-IDF rows of length 1."""
    size, sequences = len(layout), int(layout.sequence.max(initial=-1)) + 1
    rare = _rare_columns(rows)
    columns = csr_array(rare.T)
    found: list[tuple[IntArray, IntArray]] = []
    for low, high in _blocks(rare, columns):
        product = csr_array(rare[low:high] @ columns)
        own = np.repeat(np.arange(low, high), np.diff(product.indptr))
        other, value = product.indices.astype(np.int64), product.data
        keep = np.flatnonzero((value >= LEAST) & (layout.sequence[own] != layout.sequence[other]))
        own, other, value = own[keep], other[keep], value[keep]
        group = (own - low) * sequences + layout.sequence[other]
        best = _best(group, other, value, PER_SEQUENCE)
        own, other, value = own[best], other[best], value[best]
        best = _best(own, other, value, PER_ROW)
        found.append((own[best], other[best]))
    if not found:
        return PairList.of(size, np.empty(0, np.int64), np.empty(0, np.int64))
    return PairList.of(size, *(np.concatenate(part) for part in zip(*found, strict=True)))


def _rare_columns(rows: csr_array) -> csr_array:
    """Leave out the most common words, until the product of the matrix with itself is affordable."""
    frequency = np.bincount(rows.indices, minlength=rows.shape[1]).astype(np.int64)
    ascending = np.sort(frequency)
    affordable = ascending[np.cumsum(ascending**2) <= PRODUCTS]
    most = int(affordable[-1]) if len(affordable) else 0
    return csr_array(rows[:, (frequency <= most) & (frequency > 1)]).astype(np.float32)


def _blocks(rows: csr_array, columns: csr_array) -> list[tuple[int, int]]:
    """Divide the rows into blocks whose products fit into memory."""
    cost = np.append(0, np.cumsum(np.diff(columns.indptr)[rows.indices]))[rows.indptr]
    found, low = [], 0
    while low < rows.shape[0]:
        high = max(low + 1, int(np.searchsorted(cost, cost[low] + PRODUCTS_AT_ONCE, side="right")) - 1)
        found.append((low, high))
        low = high
    return found


def _best(group: IntArray, other: IntArray, value: Matrix, most: int) -> IntArray:
    """Return the indices of the largest values of each group; of equal values the first rows."""
    order = np.lexsort((other, -value, group))
    starts = np.flatnonzero(np.append(True, np.diff(group[order]) != 0)) if len(order) else order
    rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    found: IntArray = order[rank < most]
    return found
