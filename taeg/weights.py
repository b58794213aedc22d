"""How alike two versions are: cosine of TF-IDF, for the given pairs only, never for all pairs.

A pure function of texts and pairs; memory grows with the texts and one chunk of pairs.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfVectorizer

from taeg.corpusgraph import FloatArray, IntArray

CHUNK = 100_000


def tfidf(texts: Sequence[str]) -> csr_array:
    """Rows of unit length (or zero, for a text without words), fitted on all the texts, empty ones included."""
    try:
        return csr_array(TfidfVectorizer().fit_transform(texts))
    except ValueError:  # scikit-learn's way to say that no text has a word
        return csr_array((len(texts), 1))


def cosines(rows: csr_array, a: IntArray, b: IntArray, floor: float) -> FloatArray:
    """The cosine of each pair; one that is not above zero becomes the floor."""
    weights = np.empty(len(a))
    for start in range(0, len(a), CHUNK):
        part = slice(start, start + CHUNK)
        weights[part] = rows[a[part]].multiply(rows[b[part]]).sum(axis=1)
    return np.where(weights > 0, weights, floor)
