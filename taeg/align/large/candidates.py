"""Candidate pairs: for each row and other sequence the rows with the most similar rare words."""

import numpy as np
from scipy.sparse import csr_array

from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.values import IntArray, Matrix

PER_SEQUENCE = 3
"""Fewest candidates of a row in each other sequence; more where there are few sequences."""
PER_ROW = 150
"""Candidates of a row in all other sequences together; as many more rows may have it as theirs."""
LEAST = 0.03
"""Least cosine of a candidate."""
CONSIDERED = 800
"""Mean number of rows among which the candidates of a row are chosen; a higher least cosine limits it."""
PRODUCTS = 2_500_000_000
"""Products of two words computed for all rows together; the most common words are left out until they suffice."""
PRODUCTS_AT_ONCE = 30_000_000
GROUPS_AT_ONCE = 1 << 20
"""Pairs of a row and a sequence in one block."""
VALUE_BITS, ROW_BITS = 18, 24
"""Bits of a cosine and of the number of a row in the keys by which candidates are sorted."""


def candidates(layout: Layout, rows: csr_array) -> PairList:
    """Return pairs of rows of different sequences that share rare words; `rows` are TF-IDF rows of length 1."""
    size, sequences = len(layout), int(layout.sequence.max(initial=-1)) + 1
    if size >= 1 << ROW_BITS:
        raise ValueError(f"at most {(1 << ROW_BITS) - 1:,} rows can be aligned")
    rare = _rare_columns(rows)
    columns = csr_array(rare.T)
    least, most = _least(rare, columns), max(PER_SEQUENCE, PER_ROW // max(1, sequences - 1))
    found: list[PairList] = []
    for low, high in _blocks(rare, columns, max(1, GROUPS_AT_ONCE // max(1, sequences))):
        product = csr_array(rare[low:high] @ columns)
        own = np.repeat(np.arange(high - low), np.diff(product.indptr))
        keep = np.flatnonzero(product.data >= least)
        own, other, value = own[keep], product.indices[keep].astype(np.int64), product.data[keep]
        keep = np.flatnonzero(layout.sequence[own + low] != layout.sequence[other])
        own, other, value = own[keep], other[keep], value[keep]
        group, other, value = _best(own * sequences + layout.sequence[other], other, value, most)
        own, other, value = _best(group // sequences, other, value, PER_ROW)
        found.append(PairList.of(size, own + low, other))
    if not found:
        return PairList.of(size, np.empty(0, np.int64), np.empty(0, np.int64))
    return PairList.of(size, np.concatenate([part.a for part in found]), np.concatenate([part.b for part in found]))


def _least(rows: csr_array, columns: csr_array) -> float:
    """Return the least cosine of a candidate, estimated from some of the rows."""
    some = np.linspace(0, rows.shape[0] - 1, min(rows.shape[0], 64)).astype(np.int64)
    values = csr_array(rows[some] @ columns).data
    wanted = CONSIDERED * len(some)
    return max(LEAST, float(-np.partition(-values, wanted)[wanted])) if len(values) > wanted else LEAST


def _rare_columns(rows: csr_array) -> csr_array:
    """Leave out the most common words, until the product of the matrix with itself is affordable."""
    frequency = np.bincount(rows.indices, minlength=rows.shape[1]).astype(np.int64)
    ascending = np.sort(frequency)
    affordable = ascending[np.cumsum(ascending**2) <= PRODUCTS]
    most = int(affordable[-1]) if len(affordable) else 0
    return csr_array(rows[:, (frequency <= most) & (frequency > 1)]).astype(np.float32)


def _blocks(rows: csr_array, columns: csr_array, most: int) -> list[tuple[int, int]]:
    """Divide the rows into blocks of at most `most` rows whose products fit into memory."""
    cost = np.append(0, np.cumsum(np.diff(columns.indptr).astype(np.int64)[rows.indices]))[rows.indptr]
    found, low = [], 0
    while low < rows.shape[0]:
        high = int(np.searchsorted(cost, cost[low] + PRODUCTS_AT_ONCE, side="right")) - 1
        high = min(max(low + 1, high), low + most, rows.shape[0])
        found.append((low, high))
        low = high
    return found


def _best(group: IntArray, other: IntArray, value: Matrix, most: int) -> tuple[IntArray, IntArray, Matrix]:
    """Return the largest values of each group with their rows; of equal values those of the first rows."""
    top = (1 << VALUE_BITS) - 1
    place = top - np.clip(np.round(value * top), 0, top).astype(np.int64)
    key = np.sort(((group << VALUE_BITS) + place << ROW_BITS) + other)
    group = key >> (VALUE_BITS + ROW_BITS)
    starts = np.flatnonzero(np.append(True, group[1:] != group[:-1])) if len(group) else group
    rank = np.arange(len(group)) - np.repeat(starts, np.diff(np.append(starts, len(group))))
    key, group = key[rank < most], group[rank < most]
    found = (top - (key >> ROW_BITS & top)) / np.float32(top)
    return group, key & ((1 << ROW_BITS) - 1), found.astype(np.float32)
