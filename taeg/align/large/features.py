"""Similarities of pairs of rows, for lists of pairs and for blocks of rows with a sample.

They equal those of `taeg.align.similarity`, except that long passages are compared by groups of sentences.
"""

from itertools import pairwise
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array

from taeg.align.similarity import unit_rows
from taeg.align.values import FloatArray, IntArray, Matrix

Rows = csr_array | Matrix
ELEMENTS = 4_000_000
"""Elements of the rows of pairs compared at once, to bound memory."""
SENTENCE_PAIRS = 60_000_000
"""Pairs of sentences that are compared; beyond it, sentences are grouped."""


class Feature(Protocol):
    """A similarity of rows."""

    def of_pairs(self, a: IntArray, b: IntArray) -> Matrix:
        """Return the similarity of each pair."""

    def to_sample(self, rows: slice, sample: IntArray) -> Matrix:
        """Return the similarities of a range of rows to the rows of a sample."""


class Cosine:
    """Cosine of rows of length 1, sparse or dense."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def of_pairs(self, a: IntArray, b: IntArray) -> Matrix:
        """Return the similarity of each pair."""
        return dots(self._rows, a, b)

    def to_sample(self, rows: slice, sample: IntArray) -> Matrix:
        """Return the similarities of a range of rows to the rows of a sample."""
        return _products(self._rows[rows], self._rows[sample])


class Containment:
    """Shared idf mass relative to the smaller row's, damped by half the median mass."""

    def __init__(self, counts: csr_array) -> None:
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        weight = np.log((counts.shape[0] + 1) / (frequency + 1))
        # the product of two rows of roots is the mass of the shared words
        roots = csr_array((np.sqrt(weight)[counts.indices], counts.indices, counts.indptr), shape=counts.shape)
        self._roots = roots.astype(np.float32)
        self._mass = np.asarray(roots.multiply(roots).sum(axis=1)).ravel()
        self._damping = 0.5 * float(np.median(self._mass)) + 1e-9

    def of_pairs(self, a: IntArray, b: IntArray) -> Matrix:
        """Return the similarity of each pair."""
        smaller = np.minimum(self._mass[a], self._mass[b]) + self._damping
        return np.asarray(dots(self._roots, a, b) / smaller, np.float32)

    def to_sample(self, rows: slice, sample: IntArray) -> Matrix:
        """Return the similarities of a range of rows to the rows of a sample."""
        smaller = np.minimum(self._mass[rows, None], self._mass[None, sample]) + self._damping
        return np.asarray(_products(self._roots[rows], self._roots[sample]) / smaller, np.float32)


class BestSentences:
    """Mean similarity of the sentences of the shorter passage to the best sentence of the other."""

    def __init__(self, rows: Rows, owner: IntArray, count: int) -> None:
        self._rows, self._owner = rows, owner
        self._start = np.searchsorted(owner, np.arange(count + 1))
        self._length = np.diff(self._start)

    def grouped(self, most: int) -> "BestSentences":
        """Join the sentences of each passage to at most `most` groups of neighbours."""
        within = np.arange(len(self._owner)) - self._start[self._owner]
        length = self._length[self._owner]
        group = np.unique(self._owner * most + within * np.minimum(most, length) // length, return_inverse=True)[1]
        member = csr_array((np.ones(len(group), np.float32), (group, np.arange(len(group)))))
        rows = member @ self._rows
        if isinstance(rows, csr_array):
            rows = unit_rows(rows).astype(np.float32)
        else:
            rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        owner = self._owner[np.searchsorted(group, np.arange(int(group[-1]) + 1))]
        return BestSentences(rows, owner, len(self._length))

    def affordable(self, a: IntArray, b: IntArray) -> "BestSentences":
        """Group the sentences as far as the pairs require."""
        found, most = self, 8
        while most and int((found._length[a] * found._length[b]).sum()) > SENTENCE_PAIRS:
            found, most = self.grouped(most), most // 2
        return found

    def of_pairs(self, a: IntArray, b: IntArray) -> Matrix:
        """Return the similarity of each pair."""
        found = np.zeros(len(a), np.float32)
        cells = self._length[a] * self._length[b]
        for at in _chunks(cells, ELEMENTS):
            found[at] = self._of_pairs(a[at], b[at], cells[at])
        return found

    def _of_pairs(self, a: IntArray, b: IntArray, cells: IntArray) -> Matrix:
        height, width = self._length[a], self._length[b]
        pair = np.repeat(np.arange(len(a)), cells)
        offset = np.cumsum(cells) - cells
        within = np.arange(len(pair)) - offset[pair]
        row, column = within // width[pair], within % width[pair]
        value = dots(self._rows, self._start[a][pair] + row, self._start[b][pair] + column)
        down, across = within // height[pair], within % height[pair]
        turned = value[offset[pair] + across * width[pair] + down]
        return self._shorter(_best_mean(value, width, height), _best_mean(turned, height, width), height, width)

    def to_sample(self, rows: slice, sample: IntArray) -> Matrix:
        """Return the similarities of a range of rows to the rows of a sample."""
        first, last = self._start[rows.start], self._start[rows.stop]
        size = self._length[sample]
        chosen = np.repeat(self._start[sample] - (np.cumsum(size) - size), size) + np.arange(size.sum())
        value = _products(self._rows[first:last], self._rows[chosen])
        columns, lines = np.cumsum(size) - size, self._start[rows] - first
        length = self._length[rows]
        forth = np.add.reduceat(np.maximum.reduceat(value, columns, axis=1), lines, axis=0) / length[:, None]
        back = np.add.reduceat(np.maximum.reduceat(value, lines, axis=0), columns, axis=1) / size[None, :]
        return self._shorter(forth, back, length[:, None], size[None, :])

    @staticmethod
    def _shorter(forth: Matrix | FloatArray, back: Matrix | FloatArray, height: IntArray, width: IntArray) -> Matrix:
        either = np.where(height < width, forth, back)
        return np.where(height == width, (forth + back) / 2, either).astype(np.float32)


def _best_mean(value: Matrix, width: IntArray, height: IntArray) -> Matrix:
    """For tables one after the other, line by line: the mean over the lines of the best of each."""
    lines = np.repeat(width, height)
    best = np.maximum.reduceat(value, np.cumsum(lines) - lines)
    return np.asarray(np.add.reduceat(best, np.cumsum(height) - height) / height, np.float32)


def dots(rows: Rows, a: IntArray, b: IntArray) -> Matrix:
    """Return the product of each pair of rows."""
    found = np.zeros(len(a), np.float32)
    if isinstance(rows, np.ndarray):
        for at in _chunks(np.full(len(a), rows.shape[1]), ELEMENTS):
            found[at] = np.einsum("ij,ij->i", rows[a[at]], rows[b[at]])
        return found
    length = np.diff(rows.indptr).astype(np.int64)
    for at in _chunks(length[a] + length[b], ELEMENTS):
        found[at] = rows[a[at]].multiply(rows[b[at]]).sum(axis=1)
    return found


def _products(a: Rows, b: Rows) -> Matrix:
    found = a @ b.T
    return np.asarray(found.toarray() if isinstance(found, csr_array) else found, np.float32)


def _chunks(sizes: IntArray, most: int) -> list[slice]:
    """Divide a list into ranges whose sizes add up to about `most`."""
    if not len(sizes):
        return []
    ends = np.cumsum(sizes)
    cuts = np.unique(np.searchsorted(ends, np.arange(most, int(ends[-1]), most), side="right"))
    bounds = [0, *cuts[(cuts > 0) & (cuts < len(sizes))].tolist(), len(sizes)]
    return [slice(low, high) for low, high in pairwise(bounds)]


def unit(rows: csr_array) -> csr_array:
    """Scale the rows to length 1, in single precision and with sorted indices."""
    found = csr_array(unit_rows(rows).astype(np.float32))
    found.sort_indices()
    return found
