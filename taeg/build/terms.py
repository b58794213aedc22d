"""The words of texts, how often each stands in each, and what that weighs: from texts to plain arrays.

Words and values are those of scikit-learn's `TfidfVectorizer`. Light to import, since worker processes need no more
than this. Which texts are compared, and how, is said in `taeg.build.weights`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from taeg.model.corpus_graph import FloatArray, IntArray, slices

ShortArray = npt.NDArray[np.int32]
Parts = Callable[[str], list[str]]

AT_ONCE = 512
"""Texts that are parted into words before those are counted: few enough for the words to stay in the cache."""
CHARACTERS_AT_ONCE = 1_000_000
"""Characters of those texts, unless a single one has more: a word in memory is ten times as long as on paper."""
_WORD = re.compile(r"\w+")
_SPACES = str.maketrans({sign: " " for sign in map(chr, range(128)) if not (sign.isalnum() or sign == "_")})


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each term stands in each text, row after row as in a sparse matrix."""

    indptr: IntArray
    term: IntArray
    """Rising within a row."""
    count: IntArray


@dataclass(frozen=True, slots=True)
class Frequencies:
    """What TF-IDF has to know of all the texts."""

    texts: int
    vocabulary: Mapping[str, int]
    """The column of each term; the columns follow the terms in sorted order."""
    frequency: IntArray
    """In how many texts the term of each column stands."""
    seen: ShortArray
    """The columns in the order in which their terms are first said: scikit-learn sums squares in that order."""

    @property
    def columns(self) -> int:
        """How wide rows are: never nothing, even where no text has a word."""
        return max(1, len(self.vocabulary))

    @property
    def values(self) -> int:
        """How many values the rows of all the texts have."""
        return int(self.frequency.sum())


@dataclass(frozen=True, slots=True)
class Rows:
    """TF-IDF of some texts, each row of unit length or without any value; columns rise within a row."""

    indptr: ShortArray
    column: ShortArray
    value: FloatArray


@dataclass(frozen=True, slots=True)
class Said:
    """The terms of some texts in the order in which they are first said, and in how many of them each stands."""

    texts: int
    lines: str
    """A term a line: one text travels between processes faster than a list."""
    frequency: IntArray


class Numbering(dict[str, int]):
    """Gives terms numbers as they come; -1 to a single letter, which is no term."""

    def __init__(self) -> None:
        super().__init__()
        self.terms: list[str] = []

    def __missing__(self, word: str) -> int:
        number = -1
        if len(word) > 1:
            number = len(self.terms)
            self.terms.append(word)
        self[word] = number
        return number


class Known(dict[str, int]):
    """The numbers of known terms; -1 for any other word."""

    def __missing__(self, word: str) -> int:
        return -1


def words(text: str) -> list[str]:
    """Runs of letters, digits and underscores in lower case; single ones too, whoever numbers them passes over them."""
    lower = text.lower()
    # this way is three times as fast as the expression
    return lower.translate(_SPACES).split() if lower.isascii() else _WORD.findall(lower)


def counted(texts: Sequence[str], number: Mapping[str, int], parts: Parts = words) -> Counts:
    """Count the terms of each text by their numbers; a word whose number is negative does not count."""
    sizes, terms, counts = [], [], []
    for start, stop in pairwise(slices(map(len, texts), AT_ONCE, CHARACTERS_AT_ONCE)):
        said = [parts(text) for text in texts[start:stop]]
        lengths = np.fromiter(map(len, said), dtype=np.int64, count=len(said))
        found = np.fromiter(map(number.__getitem__, chain.from_iterable(said)), np.int64, count=int(lengths.sum()))
        keys = (np.repeat(np.arange(len(said)), lengths) << 32) + found
        keys = np.sort(keys[found >= 0])
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        sizes.append(np.bincount(keys[first] >> 32, minlength=len(said)))
        terms.append(keys[first] & 0xFFFFFFFF)
        counts.append(np.diff(first, append=len(keys)))
    return Counts(_starts(_joined(sizes)), _joined(terms), _joined(counts))


def saying(_: None) -> Callable[[Sequence[str]], Said]:
    """How to find what some texts say."""

    def work(texts: Sequence[str]) -> Said:
        numbering = Numbering()
        counts = counted(texts, numbering)
        frequency = np.bincount(counts.term, minlength=len(numbering.terms))
        return Said(len(texts), "\n".join(numbering.terms), frequency)

    return work


def gathered(parts: Iterable[Said]) -> Frequencies:
    """The frequencies in all texts from what their parts say."""
    texts = 0
    number: dict[str, int] = {}
    frequency = np.zeros(1024, dtype=np.int64)
    for said in parts:
        texts += said.texts
        terms = said.lines.split("\n") if said.lines else []
        places = np.fromiter((number.setdefault(term, len(number)) for term in terms), np.int64, count=len(terms))
        if len(number) > len(frequency):
            frequency = np.concatenate([frequency, np.zeros(len(number), dtype=np.int64)])
        frequency[places] += said.frequency  # the terms of a part differ
    ordered = sorted(number)
    seen = np.empty(len(ordered), dtype=np.int32)
    by_column = np.fromiter(map(number.__getitem__, ordered), np.int64, count=len(ordered))
    seen[by_column] = np.arange(len(ordered), dtype=np.int32)
    for column, term in enumerate(ordered):
        number[term] = column
    return Frequencies(texts, number, frequency[by_column], seen)


def weighing(frequencies: Frequencies) -> Callable[[Sequence[str]], Rows]:
    """How to find what the terms of some texts weigh, given how frequent they are in all texts."""
    column = frequencies.seen
    rank = np.empty(len(column), dtype=np.int64)
    rank[column] = np.arange(len(column))
    known = Known(zip(frequencies.vocabulary, rank[list(frequencies.vocabulary.values())].tolist(), strict=True))
    idf = np.log((frequencies.texts + 1) / (frequencies.frequency + 1.0)) + 1.0

    def work(texts: Sequence[str]) -> Rows:
        counts = counted(texts, known)
        columns = column[counts.term]
        value = counts.count * idf[columns]
        row = np.repeat(np.arange(len(texts)), np.diff(counts.indptr))
        value /= np.sqrt(np.bincount(row, weights=value * value, minlength=len(texts)))[row]
        order = np.argsort((row << 32) + columns)
        return Rows(counts.indptr.astype(np.int32), columns[order], value[order])

    return work


def _starts(sizes: IntArray) -> IntArray:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])


def _joined(parts: list[IntArray]) -> IntArray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
