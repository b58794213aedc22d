"""Order of a narrative's sentences compared with the gold text, measured on the text rather than on event ids.

Each sentence is aligned with the gold text by idf-weighted cosine; Kendall's τ and the local disorder are computed from
the aligned positions. Sentences are given as tokens, so this module is independent of the language. The heuristic of
the published code is at the end; it only serves to reproduce the published values.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.stats import kendalltau
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from taeg.model.corpus_graph import IntArray

Sentence = Sequence[str]

MIN_COSINE = 0.6
"""Minimum cosine of an alignment. Chosen with MIN_MARGIN on the gospels, where the event of every sentence is known:
97 to 99 % of the aligned sentences fall in their own event's segment, in narratives near to the gold text and far from
it."""
MIN_MARGIN = 0.1
"""Minimum lead over the second best position: a sentence that fits two positions equally well is not aligned."""

_BLOCK = 512
"""Sentences compared with the whole gold text at a time, to bound memory."""
_PUBLISHED_WORDS = 3
"""Number of words of a description that the published heuristic searches for."""


@dataclass(frozen=True, slots=True)
class Order:
    """Agreement of a text's order with the gold text."""

    tau: float
    """Kendall's τ-b between order in the text and in the gold text; nan with fewer than two aligned positions. 1 for
    the gold text itself, near 0 for shuffled events."""
    aligned: float
    """Share of the sentences that could be aligned: the basis of `tau` and `disorder`."""
    disorder: float
    """Share of the aligned sentences that would have to move to be in order (see `local_disorder`)."""


def order(candidate: Sequence[Sentence], gold: Sequence[Sentence]) -> Order:
    """Compare the order of a text's sentences with the gold text, both as lists of tokens."""
    positions = align(candidate, gold)
    found = positions[positions >= 0]
    return Order(
        tau=tau_b(np.arange(len(found)), found),
        aligned=len(found) / len(positions) if len(positions) else 0.0,
        disorder=local_disorder(found),
    )


def align(candidate: Sequence[Sentence], gold: Sequence[Sentence]) -> IntArray:
    """Position of each sentence in the gold text, or -1 where none or more than one is likely.

    Cosine of tf-idf, with document frequencies over the gold sentences; a word that is absent from the gold text weighs
    as much as one that occurs once. Several sentences may share a position (ties). A sentence that occurs twice in the
    gold text, or nearly so, is not aligned: resolving it by order would assume what is to be measured. The gold text
    compared with itself therefore always has τ = 1.
    """
    positions = np.full(len(candidate), -1, dtype=np.int64)
    if not any(candidate) or not any(gold):
        return positions
    counter = CountVectorizer(analyzer=list).fit([*gold, *candidate])
    counts = csr_array(counter.transform(gold))
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    idf = diags_array(np.log1p(len(gold) / np.maximum(1, frequency)))
    theirs = normalize(counts @ idf).T.tocsr()
    ours = normalize(csr_array(counter.transform(candidate)) @ idf)
    for start in range(0, len(candidate), _BLOCK):
        cosine = (ours[start : start + _BLOCK] @ theirs).toarray()
        rows = np.arange(len(cosine))
        best = cosine.argmax(axis=1)
        highest = cosine[rows, best]
        cosine[rows, best] = 0.0
        sure = (highest >= MIN_COSINE) & (highest - cosine.max(axis=1) >= MIN_MARGIN)
        positions[start : start + _BLOCK][sure] = best[sure]
    return positions


def tau_b(x: Sequence[int] | IntArray, y: Sequence[int] | IntArray) -> float:
    """Kendall's τ-b; nan where it is not defined, without scipy's warning about short input."""
    return float(kendalltau(x, y).statistic) if len(x) > 1 else math.nan


def local_disorder(positions: Sequence[int] | IntArray) -> float:
    """Smallest share of elements that must move to sort the positions: 1 - longest non-decreasing subsequence / n.

    τ weighs a displacement by its distance, so swapping all neighbours hardly changes it (.990 on the gospels) though
    the text becomes unreadable. This counts displaced sentences, near or far: 0 for the gold text, .5 for neighbours of
    equal length swapped throughout, 1 - 1/n for the reverse, about 1 - 2/√n for a random order. Equal positions are no
    disorder.
    """
    tails: list[int] = []
    for position in np.asarray(positions).tolist():
        at = bisect_right(tails, position)
        tails[at : at + 1] = [position]
    return 1 - len(tails) / len(positions) if len(positions) else 0.0


def published_tau(candidate: Sequence[str], gold: Sequence[str], descriptions: Sequence[str]) -> float:
    """τ as the published code computes it for texts without event ids. Only for reproduction: it measures nothing.

    An event is located at the first sentence that contains, anywhere and even inside a word, any of the first three
    words of its description, in lower case and with punctuation. Events not found in both texts are ignored. Most
    descriptions begin with a name or an article and so match the first sentence of any text in any order.
    """
    wanted = [description.lower().split()[:_PUBLISHED_WORDS] for description in descriptions]
    ours, theirs = (_first_mentions(sentences, wanted) for sentences in (candidate, gold))
    both = (ours >= 0) & (theirs >= 0)
    return tau_b(theirs[both], ours[both])


def _first_mentions(sentences: Sequence[str], wanted: Sequence[Sequence[str]]) -> IntArray:
    lowered = [sentence.lower() for sentence in sentences]
    found = [
        next((i for i, sentence in enumerate(lowered) if any(word in sentence for word in words)), -1)
        for words in wanted
    ]
    return np.array(found, dtype=np.int64)
