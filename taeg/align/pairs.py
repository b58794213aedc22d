"""Operations on matrices over pairs of rows: monotone match probabilities and support by third sequences."""

from itertools import combinations

import numpy as np
from scipy.sparse import csr_array
from scipy.special import logit

from taeg.align.layout import Layout
from taeg.align.monotone import match_probabilities
from taeg.align.values import Confidence, FloatArray, IntArray, Matrix

LOWEST, HIGHEST = -12.0, 12.0
"""Limits of the logarithm of a match's weight."""
SMALLEST_SUPPORT = 0.03
"""Probabilities below this support nothing."""
MOST_SUPPORT = 2.0
MATCHED = 0.05
"""Confidence from which a row counts as matched."""


def prior(layout: Layout) -> Matrix:
    """Log odds of a match of two rows before anything is known: one of the longer sequence."""
    length = np.array([len(rows) for rows in layout.sequences], np.float32)[layout.sequence]
    return -np.log(np.maximum(length[:, None], length[None, :]))


def monotone(layout: Layout, odds: Matrix) -> Matrix:
    """Match probabilities of all pairs of sequences, as one symmetric matrix."""
    sequences = layout.sequences
    couples = list(combinations(range(len(sequences)), 2))
    blocks = [np.ix_(sequences[a], sequences[b]) for a, b in couples]
    weights = [np.clip(odds[block], LOWEST, HIGHEST) for block in blocks]
    found = np.zeros_like(odds)
    for block, probability in zip(blocks, match_probabilities(weights), strict=True):
        found[block] = probability
    return found + found.T


def windowed(layout: Layout, odds: Matrix, window: int, stride: int) -> Matrix:
    """Match probabilities of windows of one sequence with the whole of another; geometric mean of both directions.

    An account that goes back in time is monotone only over short stretches.
    """
    blocks: list[Matrix] = []
    places: list[tuple[IntArray, IntArray, FloatArray]] = []
    for a, rows in enumerate(layout.sequences):
        for start in range(0, max(1, len(rows) - window + stride), stride):
            part = rows[start : start + window]
            steps = np.arange(len(part))
            weight = np.minimum(steps, steps[::-1]) + 1.0
            for b, columns in enumerate(layout.sequences):
                if a != b:
                    blocks.append(np.clip(odds[np.ix_(part, columns)], LOWEST, HIGHEST))
                    places.append((part, columns, weight))
    total = np.zeros_like(odds)
    norm = np.zeros((len(layout), len(layout.sequences)), np.float32)
    for (part, columns, weight), found in zip(places, match_probabilities(blocks), strict=True):
        total[np.ix_(part, columns)] += found * weight[:, None].astype(np.float32)
        norm[part, layout.sequence[columns[0]]] += weight
    mean = total / np.maximum(norm, 1e-9)[:, layout.sequence]
    return np.sqrt(mean * mean.T)


def support(layout: Layout, probability: Matrix) -> Matrix:
    """Support of a pair (i, j) by other sequences: the sum over them of max over k of min(p[i, k], p[k, j])."""
    total = np.zeros_like(probability)
    for rows in layout.sequences:
        best = np.zeros_like(probability)
        for k in rows.tolist():
            at = np.flatnonzero(probability[:, k] > SMALLEST_SUPPORT)
            if len(at) > 1:
                value = probability[at, k]
                block = np.ix_(at, at)
                best[block] = np.maximum(best[block], np.minimum(value[:, None], value[None, :]))
        total += best
    return np.where(layout.cross, np.minimum(total, MOST_SUPPORT), 0).astype(np.float32)


def shared(layout: Layout, probability: Matrix) -> Matrix:
    """Common matches of two rows (i, j) of one sequence: the maximum over k of min(p[i, k], p[k, j])."""
    best = np.zeros_like(probability)
    for k in range(len(layout)):
        at = np.flatnonzero(probability[:, k] > SMALLEST_SUPPORT)
        block = np.ix_(at, at)
        best[block] = np.maximum(best[block], np.minimum(probability[at, k][:, None], probability[at, k][None, :]))
    best[layout.cross] = 0
    np.fill_diagonal(best, 0)
    return best


def neighbours(layout: Layout, probability: Matrix) -> Matrix:
    """Sum of the probabilities that the rows before both match and that the rows after both match."""
    found = np.zeros_like(probability)
    shifted = probability[1:, 1:]
    go_on = layout.continues[:-1]
    found[:-1, :-1] += np.where(go_on[:, None] & go_on[None, :], shifted, 0)
    found[1:, 1:] += np.where(go_on[:, None] & go_on[None, :], probability[:-1, :-1], 0)
    return found


def log_odds(probability: Matrix, limit: float) -> Matrix:
    """Log odds, limited on both sides."""
    found: Matrix = np.clip(logit(np.clip(probability, 1e-9, 1 - 1e-7)), -limit, limit).astype(np.float32)
    return found


def listed(matrix: Confidence, smallest: float) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the pairs a < b whose value is at least `smallest`."""
    if isinstance(matrix, csr_array):
        first, second = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr)), matrix.indices
        keep = (first < second) & (matrix.data >= smallest)
        return first[keep], second[keep].astype(np.int64), matrix.data[keep].astype(np.float64)
    a, b = np.nonzero(np.triu(matrix >= smallest, 1))
    return a, b, matrix[a, b].astype(np.float64)


def ambiguity(layout: Layout, confidence: Matrix) -> float:
    """Mean ratio of the second best to the best match of a row in another sequence, over rows that have a match."""
    ratios = []
    for rows in layout.sequences:
        if len(rows) > 1:
            others = np.flatnonzero(layout.sequence != layout.sequence[rows[0]])
            second, best = np.partition(confidence[np.ix_(others, rows)], len(rows) - 2, axis=1)[:, -2:].T
            ratios.append(second[best > MATCHED] / best[best > MATCHED])
    found = np.concatenate(ratios) if ratios else np.ones(1)
    return float(found.mean()) if len(found) else 1.0


def block(matrix: Confidence, rows: IntArray, columns: IntArray | None = None) -> Matrix:
    """Return some rows, and of these some columns, as a matrix."""
    if isinstance(matrix, csr_array):
        some = matrix[rows]
        return np.asarray((some if columns is None else some[:, columns]).toarray())
    return matrix[rows] if columns is None else matrix[np.ix_(rows, columns)]
