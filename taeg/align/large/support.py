"""Support of candidate pairs by third sequences, and by their neighbours."""

import numpy as np

from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.pairs import MOST_SUPPORT, SMALLEST_SUPPORT
from taeg.align.values import IntArray, Matrix

CELLS = 4_000_000
"""Cells of the tables of one block of rows, to bound memory."""
TRIPLES = 2_000_000
"""Triples of rows of one block."""
MOST_SUPPORTERS = 120
"""Most probable matches of a row that count as support."""


def support(layout: Layout, pairs: PairList, probability: Matrix) -> Matrix:
    """Support of each pair (i, j) by other sequences: the sum over them of max over k of min(p[i, k], p[k, j])."""
    strong = np.flatnonzero(probability > SMALLEST_SUPPORT)
    found = np.zeros(len(pairs), np.float32)
    if not len(strong):
        return found
    table = pairs.chosen(strong).matrix(_limited(pairs, strong, probability))
    table.eliminate_zeros()
    start, column, value = table.indptr.astype(np.int64), table.indices.astype(np.int64), table.data
    degree = np.diff(start)
    sequences = int(layout.sequence.max()) + 1
    # triples of each row: its neighbours' neighbours
    triples = np.add.reduceat(np.append(degree[column], 0), start[:-1]) * (degree > 0)
    for low, high in _row_blocks(pairs, triples, sequences):
        first, last = pairs.starts[low], pairs.starts[high]
        if first == last:
            continue
        place = np.full((high - low, pairs.size), -1, np.int32)
        place[pairs.a[first:last] - low, pairs.b[first:last]] = np.arange(last - first)
        edge = np.arange(start[low], start[high])
        own, middle = np.repeat(np.arange(high - low), degree[low:high]), column[edge]
        length = degree[middle]
        spread = np.repeat(start[middle] - (np.cumsum(length) - length), length) + np.arange(length.sum())
        candidate = place[np.repeat(own, length), column[spread]]
        inside = candidate >= 0
        both = np.minimum(np.repeat(value[edge], length), value[spread])[inside]
        best = np.zeros((last - first) * sequences, np.float32)
        cell = candidate[inside].astype(np.int64) * sequences + np.repeat(layout.sequence[middle], length)[inside]
        np.maximum.at(best, cell, both)
        found[first:last] = best.reshape(-1, sequences).sum(axis=1)
    return np.minimum(found, MOST_SUPPORT)


def _limited(pairs: PairList, strong: IntArray, probability: Matrix) -> Matrix:
    """Set the probabilities to 0 that are not among the best of either row."""
    value = probability[strong]
    keep = np.zeros(len(strong), bool)
    for row in (pairs.a[strong], pairs.b[strong]):
        order = np.lexsort((-value, row))
        begins = np.flatnonzero(np.append(True, np.diff(row[order]) != 0))
        rank = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
        keep[order[rank < MOST_SUPPORTERS]] = True
    return np.where(keep, value, 0)


def _row_blocks(pairs: PairList, triples: IntArray, sequences: int) -> list[tuple[int, int]]:
    """Divide the rows into blocks of bounded size."""
    candidates = np.diff(pairs.starts)
    found, low, cells, count = [], 0, 0, 0
    for row, (own, more) in enumerate(zip((candidates * sequences).tolist(), triples.tolist(), strict=True)):
        if row > low and (max(cells + own, (row + 1 - low) * pairs.size) > CELLS or count + more > TRIPLES):
            found.append((low, row))
            low, cells, count = row, 0, 0
        cells, count = cells + own, count + more
    return [*found, (low, pairs.size)]


def neighbours(layout: Layout, pairs: PairList, probability: Matrix) -> Matrix:
    """Sum of the probabilities that the rows before both match and that the rows after both match."""
    found = np.zeros(len(pairs), np.float32)
    last = pairs.size - 1
    for step in (-1, 1):
        a, b = pairs.a + step, pairs.b + step
        inside = (a >= 0) & (b <= last)
        at = np.flatnonzero(inside)
        go_on = layout.continues[np.minimum(pairs.a, a)[at]] & layout.continues[np.minimum(pairs.b, b)[at]]
        at = at[go_on]
        other = pairs.find(a[at], b[at])
        found[at[other >= 0]] += probability[other[other >= 0]]
    return found
