"""Similarities of units: words, character n-grams, containment, vectors, best sentences; and their normalisation.

All are symmetric matrices over the rows of a `Layout`. `normalized` makes them comparable: first each value is compared
with the nearest neighbours of both units in the other's sequence (CSLS, cross-domain similarity local scaling), then
scaled by the median and lower deviation over pairs of different sequences.
"""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.sparse import csr_array, diags_array

from taeg.align.layout import Layout
from taeg.align.values import FloatArray, IntArray, Matrix
from taeg.text.language import Language
from taeg.text.tfidf import count_words

COMMON = 0.2
"""Words in more than this share of the units are left out, as a stop list for any language would do."""
NGRAM = 4
LOWEST, HIGHEST = -6.0, 12.0
"""Limits of normalised similarities."""
SAMPLE = 400_000
"""Pairs from which median and deviation are estimated."""
BLOCK = 512
"""Sentences compared with all others at a time."""


def word_counts(texts: Sequence[str], tongue: Language) -> csr_array:
    """Count the stems of each text, without common words."""
    counts = count_words(texts, lambda text: list(tongue.rouge_tokens(text))).astype(np.float64)
    if counts.shape[0] >= 10:
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        counts = csr_array(counts[:, frequency <= COMMON * counts.shape[0]])
    return counts


def ngram_counts(texts: Sequence[str], tongue: Language) -> csr_array:
    """Count the character n-grams of each text, across word boundaries."""

    def ngrams(text: str) -> list[str]:
        plain = f" {' '.join(tongue.plain_words(text))} "
        return [plain[i : i + NGRAM] for i in range(len(plain) - NGRAM + 1)]

    return count_words(texts, ngrams).astype(np.float64)


def idf(counts: csr_array) -> FloatArray:
    """Inverse document frequency of each column."""
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    found: FloatArray = np.log((counts.shape[0] + 1) / (frequency + 1)) + 1
    return found


def sublinear(counts: csr_array, weight: FloatArray | None = None) -> csr_array:
    """Return TF-IDF rows with logarithmic counts, not normalised."""
    rows = counts.copy()
    rows.data = (1 + np.log(rows.data)) * (idf(counts) if weight is None else weight)[rows.indices]
    return rows


def unit_rows(rows: csr_array) -> csr_array:
    """Scale each row to length 1."""
    norm = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    return csr_array(diags_array(1 / np.where(norm > 0, norm, 1)) @ rows)


def cosine(rows: csr_array) -> Matrix:
    """Cosines of all pairs of rows."""
    rows = unit_rows(rows).astype(np.float32)
    return np.asarray((rows @ rows.T).toarray(), np.float32)


def unit_vectors(vectors: FloatArray) -> Matrix:
    """Scale each vector to length 1."""
    norm = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(norm > 0, norm, 1), np.float32)


def vector_cosine(vectors: FloatArray) -> Matrix:
    """Cosines of all pairs of vectors."""
    rows = unit_vectors(vectors)
    found: Matrix = rows @ rows.T
    return found


def containment(counts: csr_array) -> Matrix:
    """Shared idf mass relative to the smaller unit's, damped by half the median mass."""
    present = counts.copy()
    present.data = np.ones(len(present.data))
    weight = np.log((counts.shape[0] + 1) / (np.bincount(counts.indices, minlength=counts.shape[1]) + 1))
    weighted = csr_array(present @ diags_array(weight))
    mass = np.asarray(weighted.sum(axis=1)).ravel()
    shared = np.asarray((weighted @ present.T).toarray())
    smaller = np.minimum(mass[:, None], mass[None, :]) + 0.5 * float(np.median(mass)) + 1e-9
    return np.asarray(shared / smaller, np.float32)


def best_sentences(similar: Callable[[IntArray], Matrix], owner: IntArray, count: int) -> Matrix:
    """Mean similarity of the sentences of the shorter unit to the best sentence of the other.

    `similar(rows)` returns the similarities of some sentences to all; `owner` is the unit of each sentence, ascending.
    """
    starts = np.searchsorted(owner, np.arange(count))
    lengths = np.bincount(owner, minlength=count)
    total = np.zeros((count, count), np.float32)
    for first in range(0, len(owner), BLOCK):
        rows = np.arange(first, min(first + BLOCK, len(owner)))
        np.add.at(total, owner[rows], np.maximum.reduceat(similar(rows), starts, axis=1))
    mean = total / lengths[:, None].astype(np.float32)
    equal, shorter = lengths[:, None] == lengths[None, :], lengths[:, None] < lengths[None, :]
    return np.where(equal, (mean + mean.T) / 2, np.where(shorter, mean, mean.T))


def normalized(layout: Layout, values: Matrix, neighbours: Sequence[int]) -> Matrix:
    """Apply CSLS and the robust scale; the mean over several numbers of neighbours."""
    parts = [scaled(layout, csls(layout, values, number)) for number in neighbours]
    found: Matrix = np.mean(parts, axis=0, dtype=np.float32)
    return found


def csls(layout: Layout, values: Matrix, neighbours: int) -> Matrix:
    """Subtract from each similarity the mean of each unit's nearest neighbours in the other's sequence."""
    near = np.zeros((len(layout), len(layout.sequences)), np.float32)
    for s, rows in enumerate(layout.sequences):
        block = values[:, rows]
        k = min(neighbours, len(rows))
        near[:, s] = np.partition(block, block.shape[1] - k, axis=1)[:, -k:].mean(axis=1)
    level = near[:, layout.sequence]
    found: Matrix = 2 * values - level - level.T
    return found


def scaled(layout: Layout, values: Matrix) -> Matrix:
    """Scale by the median and by the deviation of the values below it, over pairs of different sequences."""
    pairs = values[layout.cross]
    if not len(pairs):
        return np.zeros_like(values)
    if len(pairs) > SAMPLE:
        pairs = pairs[:: len(pairs) // SAMPLE + 1]
    middle = np.median(pairs)
    below = pairs[pairs < middle]
    deviation = float(np.sqrt(((below - middle) ** 2).mean())) if len(below) else 0.0
    if deviation < 1e-6:
        deviation = float(pairs.std()) + 1e-9
    return np.asarray(np.clip((values - middle) / deviation, LOWEST, HIGHEST), np.float32)
