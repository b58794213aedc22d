"""Word counts and TF-IDF similarity of texts.

Words and weights equal those of scikit-learn's `TfidfVectorizer` with default settings, except in scripts without
spaces, whose words are those of `taeg.text.scripts`. They are computed here because for a million texts
`CountVectorizer` takes four times as long and `TfidfTransformer` five times the memory, and because importing
scikit-learn takes longer than ingesting a small corpus.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from taeg.text import scripts

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

TEXTS_AT_ONCE = 2_000
"""Texts per batch in `count_words`."""
CHUNK = 1_000_000
"""Words per batch of pairs in `cosines`."""
ROWS_AT_ONCE = 250
"""Rows per batch in `count_similar`."""
_WORD = re.compile(r"\w\w+")
_APOSTROPHES = "'`\u2018\u2019"


def split_words(text: str) -> Sequence[str]:
    """Split a text into lower-case words of at least two letters, digits or underscores."""
    return _words(text) if text.isascii() else scripts.tokens(text, _words)


def split_letters(text: str) -> Sequence[str]:
    """Split a text into lower-case words of at least two characters, without digits.

    Apostrophes are removed; hyphens belong to words. This is how the published code splits sentences for LexRank.
    """
    return scripts.tokens(text, _letters)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _letters(text: str) -> list[str]:
    kept = "".join(c if c.isalnum() or c == "-" else "" if c in _APOSTROPHES else " " for c in text.lower())
    return [
        word
        for word in kept.split()
        if len(word) > 1 and not any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    ]


def count_words(texts: Iterable[str], split: Callable[[str], Sequence[str]] = split_words) -> csr_array:
    """Return the number of occurrences of each word (column) in each text (row).

    Columns are in order of first occurrence. There is at least one, even if no text has a word. Counts are integers
    of the smallest type that holds them.
    """
    column: defaultdict[str, int] = defaultdict()
    column.default_factory = column.__len__
    indices, sizes, data = array("i"), [np.zeros(1, dtype=np.int64)], [np.empty(0, dtype=np.uint8)]
    remaining = iter(texts)
    # words are counted in batches, so that only the distinct words of each text are kept
    while batch := list(map(split, islice(remaining, TEXTS_AT_ONCE))):
        words = np.fromiter(map(column.__getitem__, chain.from_iterable(batch)), dtype=np.int32)
        starts = np.cumsum([0, *map(len, batch)])
        counts = csr_array((np.ones(len(words), dtype=np.int32), words, starts), shape=(len(batch), len(column) or 1))
        counts.sum_duplicates()
        indices.frombytes(counts.indices.astype(np.int32).tobytes())
        sizes.append(np.diff(counts.indptr))
        data.append(counts.data.astype(np.min_scalar_type(counts.data.max(initial=0))))
    # indices of 32 bits halve the memory; scipy keeps them only if the row starts have 32 bits too
    short = np.int32 if len(indices) <= np.iinfo(np.int32).max else np.int64
    starts = np.cumsum(np.concatenate(sizes), dtype=short)
    return csr_array((np.concatenate(data), np.asarray(indices), starts), shape=(len(starts) - 1, len(column) or 1))


@dataclass(frozen=True, slots=True)
class TfidfRows:
    """The TF-IDF rows of texts, weighted on access: word counts take a fifth of the memory of weights."""

    counts: csr_array
    idf: FloatArray

    def __getitem__(self, which: IntArray) -> csr_array:
        """Return the rows of some texts, of unit length, or empty for a text without words."""
        rows = self.counts[which].astype(np.float64)
        rows.data *= self.idf[rows.indices]
        return _normalize(rows)


def tfidf(texts: Iterable[str]) -> TfidfRows:
    """Return the TF-IDF row of each text."""
    counts = count_words(texts)
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    return TfidfRows(counts, np.log((1 + counts.shape[0]) / (1 + frequency)) + 1)


def cosines(rows: TfidfRows, a: IntArray, b: IntArray) -> FloatArray:
    """Return the cosine of each pair of rows, computed in chunks of bounded memory."""
    found = np.zeros(len(a))
    words = np.diff(rows.counts.indptr)
    size = np.cumsum(words[a] + words[b])
    cuts = np.searchsorted(size, np.arange(CHUNK, size[-1], CHUNK)).tolist() if len(a) else []
    for start, stop in pairwise([0, *cuts, len(a)]):
        found[start:stop] = rows[a[start:stop]].multiply(rows[b[start:stop]]).sum(axis=1)
    return found


def mean_similarity(texts: Sequence[str], group: IntArray) -> FloatArray:
    """Return the mean cosine of each text to the others of its group, with TF-IDF fitted on each group alone.

    Computed for all groups at once. A text that is alone in its group has 1, a text without words 0.
    """
    _, group, sizes = np.unique(group, return_inverse=True, return_counts=True)
    counts = count_words(texts)
    row = np.repeat(np.arange(len(texts)), np.diff(counts.indptr))
    _, cell, frequency = np.unique((group[row] << 32) + counts.indices, return_inverse=True, return_counts=True)
    values = counts.data * (np.log((1 + sizes[group[row]]) / (1 + frequency[cell])) + 1)
    norms = np.sqrt(np.bincount(row, weights=values**2, minlength=len(texts)))
    values /= norms[row]
    sums = np.bincount(cell, weights=values)
    total = np.bincount(row, weights=values * sums[cell], minlength=len(texts))
    others = sizes[group] - 1
    return np.where(others > 0, (total - (norms > 0)) / np.maximum(others, 1), 1.0)


def count_similar(texts: Sequence[str], threshold: float) -> FloatArray:
    """Return for each text how many texts, itself included, have a term-frequency cosine above the threshold."""
    if not texts:
        return np.empty(0)
    rows = _normalize(count_words(texts, split_letters).astype(np.float64))
    columns = csr_array(rows.T)
    found = np.empty(len(texts))
    for start in range(0, len(texts), ROWS_AT_ONCE):
        product = csr_array(rows[start : start + ROWS_AT_ONCE] @ columns)
        above = csr_array((product.data > threshold, product.indices, product.indptr), shape=product.shape)
        found[start : start + ROWS_AT_ONCE] = above.sum(axis=1)
    found[np.diff(rows.indptr) == 0] = 1  # a text without words is similar to itself only
    return found


def _normalize(rows: csr_array) -> csr_array:
    """Scale each row to unit length, in place."""
    row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    norms = np.sqrt(np.bincount(row, weights=rows.data**2, minlength=rows.shape[0]))
    rows.data /= norms[row]
    return rows
