"""Match probabilities over all monotone alignments whose matches are candidate pairs.

The sums are those of `taeg.align.monotone` without the cells that are no candidates: the forward sum of a candidate is
its weight times 1 plus the forward sums of all candidates that precede it in both sequences. All pairs of sequences
are computed at once, row by row. The sums over preceding columns are kept in a binary indexed (Fenwick) tree for each
pair of sequences, in logarithms.
"""

import numpy as np

from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.pairs import HIGHEST, LOWEST
from taeg.align.values import FloatArray, IntArray, Matrix


def match_probabilities(layout: Layout, pairs: PairList, odds: Matrix) -> Matrix:
    """Return the match probability of each candidate, given its log odds; all are of different sequences."""
    if not len(pairs):
        return np.zeros(0, np.float32)
    first = np.searchsorted(layout.sequence, np.arange(int(layout.sequence.max()) + 1))
    count = len(first)
    couple = layout.sequence[pairs.a] * count + layout.sequence[pairs.b]
    problem = np.unique(couple, return_inverse=True)[1].astype(np.int64)
    row = pairs.a - first[layout.sequence[pairs.a]]
    column = _ranks(problem, pairs.b)
    weight = np.clip(odds, LOWEST, HIGHEST).astype(np.float64)
    before = _sums(problem, row, column, weight)
    width = np.zeros(int(problem.max()) + 1, np.int64)
    np.maximum.at(width, problem, column)
    after = _sums(problem, row.max() - row, width[problem] - column, weight)
    total = _totals(problem, before)
    # each of both sums has the weight of the candidate itself
    return np.asarray(np.minimum(np.exp(before + after - weight - total[problem]), 1), np.float32)


def _ranks(problem: IntArray, column: IntArray) -> IntArray:
    """Number the distinct columns of each problem from 0, in their order."""
    order = np.lexsort((column, problem))
    new_problem = np.append(True, problem[order][1:] != problem[order][:-1])
    new = new_problem | np.append(True, column[order][1:] != column[order][:-1])
    number = np.cumsum(new) - 1
    start = number[new_problem][np.cumsum(new_problem) - 1]
    found = np.empty(len(column), np.int64)
    found[order] = number - start
    return found


def _sums(problem: IntArray, row: IntArray, column: IntArray, weight: FloatArray) -> FloatArray:
    """Logarithms of the forward sums that end with each candidate."""
    width = np.zeros(int(problem.max()) + 1, np.int64)
    np.maximum.at(width, problem, column + 1)
    start = np.cumsum(width + 1) - width - 1
    # the node 0 of each tree stays empty, so that finished queries read nothing
    tree = np.full(int((width + 1).sum()), -np.inf)
    found = np.empty(len(weight))
    order = np.argsort(row, kind="stable")
    levels = int(width.max()).bit_length()
    for at in np.split(order, np.flatnonzero(np.diff(row[order])) + 1):
        own, offset = problem[at], start[problem[at]]
        node, total = column[at], np.zeros(len(at))
        for _ in range(levels):
            total = np.logaddexp(total, tree[offset + node])
            node = node & (node - 1)
        found[at] = total + weight[at]
        node, value, last = column[at] + 1, found[at], width[own]
        while len(node):
            np.logaddexp.at(tree, offset + node, value)
            node = node + (node & -node)
            inside = node <= last
            node, value, last, offset = node[inside], value[inside], last[inside], offset[inside]
    return found


def _totals(problem: IntArray, before: FloatArray) -> FloatArray:
    """Logarithm of the summed weight of all alignments of each problem, the empty one included."""
    highest = np.zeros(int(problem.max()) + 1)
    np.maximum.at(highest, problem, before)
    summed = np.exp(-highest) + np.bincount(problem, weights=np.exp(before - highest[problem]))
    return np.asarray(highest + np.log(summed))
