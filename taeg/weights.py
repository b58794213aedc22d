"""How alike two versions are: cosine of TF-IDF, for the given pairs only, never for all pairs.

A pure function of texts and pairs; memory grows with the texts and one chunk of pairs.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from taeg.corpusgraph import FloatArray, IntArray

CHUNK = 4_000_000
"""Words of pairs of texts compared at once."""
TEXTS_AT_ONCE = 250
_APOSTROPHES = "'`\u2018\u2019"
"""Dropped inside words; every other sign but the hyphen parts them."""


def tfidf(texts: Sequence[str]) -> csr_array:
    """Rows of unit length (or zero, for a text without words), fitted on all the texts, empty ones included."""
    try:
        return csr_array(TfidfVectorizer().fit_transform(texts))
    except ValueError:  # scikit-learn's way to say that no text has a word
        return csr_array((len(texts), 1))


def cosines(rows: csr_array, a: IntArray, b: IntArray, floor: float) -> FloatArray:
    """The cosine of each pair; one that is not above zero becomes the floor."""
    weights = np.empty(len(a))
    # chunks of bounded size in words, not in pairs: one pair of long texts weighs as much as many of short ones
    size = np.cumsum(np.diff(rows.indptr)[a] + np.diff(rows.indptr)[b]) if len(a) else np.empty(0)
    cuts = [0, *np.searchsorted(size, np.arange(CHUNK, size[-1], CHUNK)).tolist(), len(a)] if len(a) else []
    for start, stop in pairwise(cuts):
        part = slice(start, stop)
        weights[part] = rows[a[part]].multiply(rows[b[part]]).sum(axis=1)
    return np.where(weights > 0, weights, floor)


def likeness(texts: Sequence[str], group: IntArray) -> FloatArray:
    """Mean cosine of each text to the others of its group, TF-IDF fitted on the group alone; 1 for a text alone.

    What a `TfidfVectorizer` of each group would say, for all groups at once. A text without words is like nothing.
    """
    if not len(texts):
        return np.empty(0)
    _, group, sizes = np.unique(group, return_inverse=True, return_counts=True)
    counts = _counts(texts)
    if not counts.nnz:  # no text has a word
        return np.where(sizes[group] > 1, 0.0, 1.0)
    members = csr_array((np.ones(len(texts)), (group, np.arange(len(texts)))), shape=(len(sizes), len(texts)))
    present = csr_array((np.ones(counts.nnz), counts.indices, counts.indptr), shape=counts.shape)
    frequency = csr_array(members @ present)
    row = np.repeat(np.arange(len(texts)), np.diff(counts.indptr))
    df = np.asarray(frequency[group[row], counts.indices]).ravel()
    values = counts.data * (np.log((1 + sizes[group[row]]) / (1 + df)) + 1)
    norms = np.sqrt(np.bincount(row, weights=values**2, minlength=len(texts)))
    rows = csr_array((values / norms[row], counts.indices, counts.indptr), shape=counts.shape)
    sums = csr_array(members @ rows)
    together = np.asarray(rows.multiply(sums[group]).sum(axis=1)).ravel()
    others = sizes[group] - 1
    return np.where(others > 0, (together - (norms > 0)) / np.maximum(others, 1), 1.0)


def neighbours(texts: Sequence[str], threshold: float) -> FloatArray:
    """How many texts (itself included) have a term-frequency cosine above the threshold with each text.

    Words are runs of letters and hyphens without digits, in lower case; words of a single letter do not count.
    """
    if not len(texts):
        return np.empty(0)
    counts = _counts(texts, _plain_words)
    norms = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
    rows = csr_array(counts.multiply(np.divide(1.0, norms, out=np.zeros(len(texts)), where=norms > 0)[:, None]))
    columns = csr_array(rows.T)
    found = np.empty(len(texts))
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        product = csr_array(rows[start : start + TEXTS_AT_ONCE] @ columns)
        near = csr_array((product.data > threshold, product.indices, product.indptr), shape=product.shape)
        found[start : start + TEXTS_AT_ONCE] = near.sum(axis=1)
    found[norms == 0] = 1  # a text without words is like itself alone
    return found


def _plain_words(text: str) -> list[str]:
    kept = "".join(c if c.isalnum() or c == "-" else "" if c in _APOSTROPHES else " " for c in text.lower())
    return [
        word
        for word in kept.split()
        if len(word) > 1 and not any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    ]


def _counts(texts: Sequence[str], words: Callable[[str], list[str]] | None = None) -> csr_array:
    vectorizer = CountVectorizer(dtype=np.float64, analyzer=words or "word")
    try:
        counts = csr_array(vectorizer.fit_transform(texts))
    except ValueError:  # scikit-learn's way to say that no text has a word
        return csr_array((len(texts), 1))
    counts.sort_indices()
    return counts
