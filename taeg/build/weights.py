"""How alike two versions are: cosine of TF-IDF, for the given pairs only, never for all pairs.

Texts come in chunks: a first pass learns how frequent the words are, a second gives each chunk's rows. Both say the
same however the texts are cut, and whether this process or several do the work. Memory grows with the vocabulary and
a few chunks; with all the texts only where all their rows are asked for at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from scipy.sparse import csr_array

from taeg.build import terms
from taeg.build import workers as processes
from taeg.build.terms import Frequencies
from taeg.model.corpus_graph import FloatArray, IntArray, slices

State = TypeVar("State")
Result = TypeVar("Result")

CHUNK = 4_000_000
"""Words of pairs of texts compared at once."""
TEXTS_AT_ONCE = 250
TEXTS_OF_CHUNK = 4096
"""How many texts are weighed at once; a few chunks are on their way to and from the workers."""
CHARACTERS_OF_CHUNK = 8_000_000
"""Characters of those, unless a single text has more."""
ALONE = 8_000_000
"""Characters that this process weighs before it calls for others: it takes about as long as those need to start."""
_APOSTROPHES = "'`\u2018\u2019"
"""Dropped inside words; every other sign but the hyphen parts them."""


def fit(chunks: Iterable[Sequence[str]], workers: int | None = None) -> Frequencies:
    """How frequent the words of all the texts are.

    `workers` is how many other processes do the work, 0 for none; left open, they are called where it is much.
    """
    return terms.gathered(_mapped(terms.saying, None, chunks, workers))


def rows(chunks: Iterable[Sequence[str]], frequencies: Frequencies, workers: int | None = None) -> Iterator[csr_array]:
    """For each chunk its rows: of unit length, or zero for a text without words. Workers as in `fit`.

    The values are those of a `TfidfVectorizer` fitted on all the texts; columns rise within a row.
    """
    for part in _mapped(terms.weighing, frequencies, chunks, workers):
        yield csr_array((part.value, part.column, part.indptr), shape=(len(part.indptr) - 1, frequencies.columns))


def tfidf(texts: Sequence[str], workers: int | None = None) -> csr_array:
    """The rows of all the texts at once, fitted on them, empty ones included."""
    frequencies = fit(_cut(texts), workers)
    size = frequencies.values
    short = np.int32 if max(size, frequencies.columns) <= np.iinfo(np.int32).max else np.int64
    value, column, starts = np.empty(size), np.empty(size, dtype=short), np.zeros(len(texts) + 1, dtype=short)
    row = place = 0
    for part in rows(_cut(texts), frequencies, workers):
        value[place : place + part.nnz] = part.data
        column[place : place + part.nnz] = part.indices
        starts[row + 1 : row + 1 + part.shape[0]] = part.indptr[1:] + place
        row, place = row + part.shape[0], place + part.nnz
    return csr_array((value, column, starts), shape=(len(texts), frequencies.columns))


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


def likeness(texts: Sequence[str], group: IntArray, numbering: terms.Numbering | None = None) -> FloatArray:
    """Mean cosine of each text to the others of its group, TF-IDF fitted on the group alone; 1 for a text alone.

    What a `TfidfVectorizer` of each group would say, for all groups at once. A text without words is like nothing.
    Groups that are asked for one after the other, with one `numbering`, get what all of them at once would get.
    """
    _, group, sizes = np.unique(group, return_inverse=True, return_counts=True)
    counts = terms.counted(texts, terms.Numbering() if numbering is None else numbering)
    row = np.repeat(np.arange(len(texts)), np.diff(counts.indptr))
    _, cell, frequency = np.unique((group[row] << 32) + counts.term, return_inverse=True, return_counts=True)
    values = counts.count * (np.log((1 + sizes[group[row]]) / (1 + frequency[cell])) + 1)
    norms = np.sqrt(np.bincount(row, weights=values**2, minlength=len(texts)))
    values /= norms[row]
    sums = np.bincount(cell, weights=values)
    together = np.bincount(row, weights=values * sums[cell], minlength=len(texts))
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


def _counts(texts: Sequence[str], words: terms.Parts = terms.words) -> csr_array:
    numbering = terms.Numbering()
    counts = terms.counted(texts, numbering, words)
    shape = (len(texts), max(1, len(numbering.terms)))
    return csr_array((counts.count.astype(np.float64), counts.term, counts.indptr), shape=shape)


def _cut(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    cuts = slices(map(len, texts), TEXTS_OF_CHUNK, CHARACTERS_OF_CHUNK)
    return (texts[start:stop] for start, stop in pairwise(cuts))


def _mapped(
    prepare: Callable[[State], Callable[[Sequence[str]], Result]],
    state: State,
    chunks: Iterable[Sequence[str]],
    workers: int | None,
) -> Iterator[Result]:
    """What `prepare(state)` says of each chunk; the first ones here, until the work proves worth of more processes."""
    rest = iter(chunks)
    if workers is None:
        workers, work, done = processes.usable(), prepare(state), 0
        for chunk in rest:
            yield work(chunk)
            done += sum(map(len, chunk))
            if workers and done > ALONE:
                break
        else:
            return
    yield from processes.mapped(prepare, state, rest, workers)
