"""Match probabilities of two sequences over all monotone one-to-one alignments (forward-backward, in logarithms).

An alignment is a set of matches (i, j) that are strictly increasing in both sequences; its weight is the product of
the weights of its matches. Each alignment is counted once: the forward sum over the first i rows and j columns is
Z[i, j] = Z[i-1, j] + sum over j' <= j of w[i, j'] Z[i-1, j'-1], where the second term has its last match in row i.
"""

from collections.abc import Sequence

import numpy as np

from taeg.align.values import FloatArray, Matrix

CELLS = 4_000_000
"""Cells of one batch, to bound memory."""


def match_probabilities(weights: Sequence[Matrix]) -> list[Matrix]:
    """Return the probability of each match for several pairs of sequences, given the logarithms of the weights."""
    found: list[Matrix] = [np.zeros(w.shape, np.float32) for w in weights]
    # matrices of about the same size are padded to one batch
    order = sorted((k for k in range(len(weights)) if weights[k].size), key=lambda k: (*weights[k].shape, k))
    while order:
        batch: list[int] = []
        rows = columns = 0
        while order:
            rows, columns = (max(a, b) for a, b in zip((rows, columns), weights[order[-1]].shape, strict=True))
            if batch and (rows + 1) * (columns + 1) * (len(batch) + 1) > CELLS:
                break
            batch.append(order.pop())
        padded = np.full((len(batch), *_shape(weights, batch)), -np.inf)
        for k, index in enumerate(batch):
            height, width = weights[index].shape
            padded[k, :height, :width] = weights[index]
        probability = _probabilities(padded)
        for k, index in enumerate(batch):
            height, width = weights[index].shape
            found[index] = probability[k, :height, :width].astype(np.float32)
    return found


def _shape(weights: Sequence[Matrix], batch: Sequence[int]) -> tuple[int, int]:
    return max(weights[k].shape[0] for k in batch), max(weights[k].shape[1] for k in batch)


def _probabilities(weights: FloatArray) -> FloatArray:
    """Match probabilities of a batch of padded matrices; padding has the weight minus infinity."""
    before = _sums(weights)
    after = _sums(weights[:, ::-1, ::-1])[:, ::-1, ::-1]
    total = before[:, -1:, -1:]
    logs: FloatArray = before[:, :-1, :-1] + weights + after[:, 1:, 1:] - total
    return np.minimum(np.exp(logs), 1.0)


def _sums(weights: FloatArray) -> FloatArray:
    """Logarithms of the forward sums Z, with a first row and column for nothing matched."""
    number, rows, columns = weights.shape
    sums = np.zeros((number, rows + 1, columns + 1))
    for i in range(rows):
        last = sums[:, i]
        matched = np.logaddexp.accumulate(weights[:, i] + last[:, :-1], axis=1)
        sums[:, i + 1, 1:] = np.logaddexp(last[:, 1:], matched)
    return sums
