"""Continuation: how likely the next sentence of a document describes the same event, and the context it gives.

After each sentence there is a gap. Its score `z` rises with signs of a new step (a paragraph break, a clock time, a
time cue, other words) and falls with signs of continuation (a pronoun). The probability that the event continues is
sigmoid(a - z), where `a` is chosen for a mean length of events inside paragraphs: the grain.
"""

import numpy as np
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.special import expit

from taeg.align.layout import Layout
from taeg.align.lexicon import lexicon
from taeg.align.similarity import sublinear, unit_rows
from taeg.align.values import BoolArray, FloatArray

PARAGRAPH, CLOCK, STEP, ANSWER, REFERENCE, SELF, COHESION = 3.0, 1.2, 0.8, 1.7, -0.7, -0.4, 0.7
"""Weights of the signs."""
WINDOW = 3
"""Sentences on each side of a gap that are compared."""
SMALLEST = 0.02
"""Products of continuation below this are dropped."""


def gap_scores(
    layout: Layout, code: str, timed: BoolArray, counts: csr_array, vectors: FloatArray | None
) -> FloatArray:
    """Return the score of the gap after each row; 0 at the end of a sequence."""
    words = lexicon(code)
    score = PARAGRAPH * layout.breaks + COHESION * _cohesion_gap(layout, counts, vectors)
    for row in np.flatnonzero(layout.continues).tolist():
        text = layout.texts[row + 1]
        score[row] += CLOCK * timed[row + 1]
        for pattern, weight in (
            (words.step, STEP),
            (words.answer, ANSWER),
            (words.reference, REFERENCE),
            (words.self, SELF),
        ):
            if pattern.match(text):
                score[row] += weight
    return np.where(layout.continues, score, 0.0)


def _cohesion_gap(layout: Layout, counts: csr_array, vectors: FloatArray | None) -> FloatArray:
    """Standardised lack of similarity between the sentences before and after each gap."""
    inner = np.flatnonzero(layout.continues)
    found = np.zeros(len(layout))
    if not len(inner):
        return found
    before, after = _windows(layout)
    parts = [_cosines(before, after, unit_rows(sublinear(counts)))]
    if vectors is not None:
        centred = csr_array(vectors - vectors.mean(axis=0))
        parts.append(_cosines(before, after, unit_rows(centred)))
    gap = 1 - np.mean(parts, axis=0)[inner]
    deviation = float(gap.std())
    found[inner] = (gap - gap.mean()) / deviation if deviation > 0 else 0.0
    return found


def _windows(layout: Layout) -> tuple[csr_array, csr_array]:
    """Matrices that sum the rows of the window before and after each gap."""
    size = len(layout)
    parts = []
    for offsets in (range(-WINDOW + 1, 1), range(1, WINDOW + 1)):
        row = np.repeat(np.arange(size), WINDOW)
        column = row + np.tile(np.array(offsets), size)
        inside = (column >= 0) & (column < size)
        inside[inside] = layout.sequence[row[inside]] == layout.sequence[column[inside]]
        parts.append(csr_array((np.ones(inside.sum()), (row[inside], column[inside])), shape=(size, size)))
    return parts[0], parts[1]


def _cosines(before: csr_array, after: csr_array, rows: csr_array) -> FloatArray:
    left, right = unit_rows(csr_array(before @ rows)), unit_rows(csr_array(after @ rows))
    return np.asarray(left.multiply(right).sum(axis=1)).ravel()


def continuation(layout: Layout, score: FloatArray, grain: float) -> FloatArray:
    """Return the probability that the event goes on after each row, for a mean of `grain` sentences per event."""
    inside = layout.continues & ~layout.breaks
    if not inside.any():
        inside = layout.continues
    low, high = -12.0, 12.0
    for _ in range(40):
        middle = (low + high) / 2
        if inside.any() and (1 - expit(middle - score[inside])).mean() > 1 / grain:
            low = middle
        else:
            high = middle
    return np.where(layout.continues, expit(middle - score), 0.0)


def cuts(layout: Layout, score: FloatArray, grain: float) -> BoolArray:
    """Cut each sequence at the gaps of largest score, into pieces of `grain` sentences on average."""
    cut = ~layout.continues
    for rows in layout.sequences:
        inner = rows[:-1]
        most = max(0, round(len(rows) / grain) - 1)
        cut[inner[np.argsort(-score[inner], kind="stable")[:most]]] = True
    return cut


def kernel(continues: FloatArray, reach: int) -> csr_array:
    """Return K[u, v], the product of the continuations between u and v, up to `reach` sentences apart."""
    size = len(continues)
    diagonals = [coo_array((np.ones(size), (np.arange(size), np.arange(size))), shape=(size, size))]
    product = np.ones(size)
    for distance in range(1, min(reach + 1, size)):
        product = product[: size - distance] * continues[distance - 1 : size - 1]
        start = np.flatnonzero(product >= SMALLEST)
        if not len(start):
            break
        value, end = product[start], start + distance
        both = (np.append(start, end), np.append(end, start))
        diagonals.append(coo_array((np.append(value, value), both), shape=(size, size)))
        product = np.where(product >= SMALLEST, product, 0.0)
    return csr_array(sum(diagonals[1:], diagonals[0]))


def averaging(weights: csr_array) -> csr_array:
    """Scale the rows of a kernel to the sum 1."""
    return csr_array(diags_array(1 / np.asarray(weights.sum(axis=1)).ravel()) @ weights)
