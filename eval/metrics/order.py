"""Is a narrative told in the reference's order? Measured on the text itself, never on the ids a system claims.

Each emitted sentence is looked up in the reference (idf-weighted cosine of its tokens); Kendall's τ and the local
disorder are those of the places found. Sentences come in already split into tokens, so no language is known here.
The published heuristic stands at the end, to give the published values and for nothing else.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

IntArray = npt.NDArray[np.int64]
Sentence = Sequence[str]

CONFIDENT = 0.6
"""Least cosine of an alignment. Chosen with AHEAD on the gospels, where the event of every sentence is known: of the
sentences placed, 97 to 99 % stand in their own event's segment, in narratives near to the reference and far from it."""
AHEAD = 0.1
"""Least lead over the second best place: a sentence that fits two places equally well says nothing of either."""

_BLOCK = 512
"""Sentences compared with the whole reference at a time; bounds the memory."""
_PUBLISHED_WORDS = 3
"""How many words of a description the published heuristic looks for."""


@dataclass(frozen=True, slots=True)
class Order:
    """How far a text follows the order of the reference."""

    tau: float
    """Kendall's τ-b between order of emission and order in the reference; nan where fewer than two places were found.
    Near 0 for shuffled events, 1 for the reference."""
    aligned: float
    """Share of the emitted sentences whose place in the reference was found: what τ and disorder rest on."""
    disorder: float
    """Share of the aligned sentences that would have to be moved to put all in order (see `local_disorder`)."""


def order(candidate: Sequence[Sentence], reference: Sequence[Sentence]) -> Order:
    """Measure the order of a text's sentences against that of a reference, both as lists of tokens."""
    places = align(candidate, reference)
    found = places[places >= 0]
    return Order(
        tau=tau_b(np.arange(len(found)), found),
        aligned=len(found) / len(places) if len(places) else 0.0,
        disorder=local_disorder(found),
    )


def align(candidate: Sequence[Sentence], reference: Sequence[Sentence]) -> IntArray:
    """For each sentence its place in the reference, or -1 where no place or more than one is likely.

    Cosine of term frequencies times idf, idf counted over the reference's sentences; a word the reference lacks weighs
    as much as one it has once, and so speaks against every place. Several sentences may share a place (retellings, or
    one that was cut in two): they are ties. A sentence that stands twice in the reference, or nearly so, has no place
    of its own and is left out: resolving it by order would assume what is to be measured. Hence the reference against
    itself gives τ = 1 whatever it repeats.
    """
    places = np.full(len(candidate), -1, dtype=np.int64)
    if not candidate or not reference:
        return places
    words = _numbered(reference, candidate)
    frequency = Counter(word for sentence in reference for word in set(sentence))
    idf = np.array([math.log1p(len(reference) / max(1, frequency[word])) for word in words])
    theirs = _unit_rows(reference, words, idf).T.tocsr()
    ours = _unit_rows(candidate, words, idf)
    for start in range(0, len(candidate), _BLOCK):
        cosine = (ours[start : start + _BLOCK] @ theirs).toarray()
        rows = np.arange(len(cosine))
        best = cosine.argmax(axis=1)
        height = cosine[rows, best]
        cosine[rows, best] = 0.0
        sure = (height >= CONFIDENT) & (height - cosine.max(axis=1) >= AHEAD)
        places[start : start + _BLOCK][sure] = best[sure]
    return places


def _numbered(*texts: Sequence[Sentence]) -> dict[str, int]:
    words: dict[str, int] = {}
    for text in texts:
        for sentence in text:
            for word in sentence:
                words.setdefault(word, len(words))
    return words


def _unit_rows(sentences: Sequence[Sentence], words: dict[str, int], idf: npt.NDArray[np.float64]) -> csr_array:
    """One row a sentence: its words' frequencies times idf, scaled to length 1; an empty sentence stays zero."""
    lengths = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
    columns = np.array([words[word] for sentence in sentences for word in sentence], dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    matrix = csr_array((idf[columns], columns, starts), shape=(len(sentences), len(words)))
    matrix.sum_duplicates()
    norms = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix.data /= np.repeat(norms, np.diff(matrix.indptr))
    return matrix


def tau_b(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Kendall's τ-b of two rankings with ties, by Knight's method in O(n log n); nan where one of them is all ties."""
    first, second = _ranks(x), _ranks(y)
    if len(first) != len(second):
        raise ValueError("two rankings of the same things differ in length")
    total = len(first) * (len(first) - 1) // 2
    ties_x, ties_y = (_pairs(np.bincount(ranks)) for ranks in (first, second))
    if total in (ties_x, ties_y):
        return math.nan
    sequence = np.lexsort((second, first))  # inside a tie of x by y, so that such a pair is no inversion
    both = _pairs(np.unique(first * len(first) + second, return_counts=True)[1])
    lead = total - ties_x - ties_y + both - 2 * _inversions(second[sequence])
    return lead / math.sqrt((total - ties_x) * (total - ties_y))


def _ranks(values: npt.ArrayLike) -> IntArray:
    return np.unique(np.asarray(values), return_inverse=True)[1].astype(np.int64)


def _pairs(counts: IntArray) -> int:
    return int((counts * (counts - 1) // 2).sum())


def _inversions(ranks: IntArray) -> int:
    """How many pairs stand the wrong way round.

    Bit by bit from the highest: two numbers that agree in all higher bits are an inversion when the earlier one has
    the bit and the later one has not. One stable sort a bit keeps those that agree together, in their order.
    """
    count = 0
    for bit in reversed(range(int(ranks.max(initial=0)).bit_length())):
        group, one = ranks >> (bit + 1), (ranks >> bit) & 1
        ones = np.cumsum(one)
        starts = np.flatnonzero(np.diff(group, prepend=-1))
        before = np.repeat((ones - one)[starts], np.diff(starts, append=len(ranks)))
        count += int((ones - before)[one == 0].sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return count


def local_disorder(places: Sequence[int] | IntArray) -> float:
    """The least share of elements that must be moved for the places never to fall: 1 - longest rising subsequence / n.

    τ weighs a misplacement by its distance, so swapping neighbours everywhere hardly moves it (.990 on the gospels)
    though the text no longer reads. This counts misplaced sentences, near or far: 0 for the reference; half for equally
    long neighbours swapped throughout, whether single sentences or whole events; the share of the shorter ones where
    lengths differ; 1 - 1/n for the reverse; about 1 - 2/√n for chance. The share of falls between neighbours would not
    do: inside a swapped event all is in order, so it sinks as events grow longer. Equal places are no disorder; where
    nothing is to be ordered it is 0.
    """
    tails: list[int] = []
    for place in np.asarray(places).tolist():
        at = bisect_right(tails, place)
        tails[at : at + 1] = [place]
    return 1 - len(tails) / len(places) if len(places) else 0.0


def published_tau(candidate: Sequence[str], golden: Sequence[str], descriptions: Sequence[str]) -> float:
    """The τ of the published tables for texts without event ids: to reproduce them only, for it measures nothing.

    An event is found in the first sentence that contains, anywhere and even inside a word, any of the first three
    words of its description, lower-cased and with their punctuation. Events not found in both texts are left out. Most
    descriptions begin with a name or an article and so land in the first sentence of any text in any order.
    """
    wanted = [description.lower().split()[:_PUBLISHED_WORDS] for description in descriptions]
    ours, theirs = (_first_mentions(sentences, wanted) for sentences in (candidate, golden))
    both = (ours >= 0) & (theirs >= 0)
    return tau_b(theirs[both], ours[both])


def _first_mentions(sentences: Sequence[str], wanted: Sequence[Sequence[str]]) -> IntArray:
    lowered = [sentence.lower() for sentence in sentences]
    first: dict[str, int] = {}
    for word in {word for words in wanted for word in words}:
        first[word] = next((place for place, sentence in enumerate(lowered) if word in sentence), len(lowered))
    found = [min((first[word] for word in words), default=len(lowered)) for words in wanted]
    return np.array([place if place < len(lowered) else -1 for place in found], dtype=np.int64)
