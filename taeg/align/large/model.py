"""The passage model of large inputs: only candidate pairs are compared, and all others have the confidence 0."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from taeg.align import pairs as dense
from taeg.align import similarity, told_times
from taeg.align.clustering import Links
from taeg.align.constraints import Constraints
from taeg.align.large import features, monotone
from taeg.align.large import support as supporting
from taeg.align.large.candidates import candidates
from taeg.align.large.normalization import Nearness, normalized, sample_rows
from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.passage_model import NEAREST, ODDS_LIMIT, PROBABILITY_LIMIT, PassageCoefficients, Sentences
from taeg.align.relations import pair_relations
from taeg.align.values import BoolArray, Matrix
from taeg.text.language import language


class LargePassageModel:
    """Confidences of the candidate pairs of passages, computed once."""

    def __init__(
        self,
        layout: Layout,
        sentences: Sentences,
        coefficients: PassageCoefficients | None = None,
        frame: BoolArray | None = None,
        grain: float = 1.0,
    ) -> None:
        self.layout = layout
        self.coefficients = c = coefficients or PassageCoefficients()
        self.grain = grain
        self.frame = np.zeros(len(layout), bool) if frame is None else frame
        self.times = told_times.told_times(layout, sentences.code)
        pairs, likeness = likeness_of_candidates(layout, sentences)
        inside = ~self.frame[pairs.a] & ~self.frame[pairs.b]
        self._pairs, likeness = pairs.chosen(inside), likeness[inside]
        a, b = self._pairs.a, self._pairs.b
        length = np.bincount(layout.sequence)[layout.sequence]
        clock = told_times.pair_evidence(self.times, a, b)
        prior = -np.log(np.maximum(length[a], length[b]))
        self._odds: Matrix = (c.slope * likeness + c.clock * clock + c.intercept + prior).astype(np.float32)

    def own(self, confidence: Matrix) -> Links:
        """Similarities of passages of one sequence: none, since each passage stands for itself."""
        return Links.none()

    @cached_property
    def _confidence(self) -> Matrix:
        """Confidence of each candidate pair without any answers."""
        layout, pairs, odds, c = self.layout, self._pairs, self._odds, self.coefficients
        matched = monotone.match_probabilities(layout, pairs, odds)
        score = c.odds * np.clip(odds, -ODDS_LIMIT, ODDS_LIMIT) + c.constant
        score += c.matched * dense.log_odds(matched, PROBABILITY_LIMIT)
        score += c.support * supporting.support(layout, pairs, matched)
        score += c.unordered_support * supporting.support(layout, pairs, np.asarray(expit(odds), np.float32))
        score += c.neighbours * supporting.neighbours(layout, pairs, matched)
        return np.asarray(expit(score), np.float32)

    def confidence(self, constraints: Constraints) -> csr_array:
        """Confidence of each pair of passages of different sequences that they describe the same event.

        Answers decide the pairs they are about and leave the confidence of others as it is.
        """
        pairs, values = self._pairs, self._confidence
        if constraints.decided.any():
            pairs, values = _with_answers(self.layout, pairs, values, constraints)
        return pairs.matrix(values)


def _with_answers(layout: Layout, pairs: PairList, values: Matrix, constraints: Constraints) -> tuple[PairList, Matrix]:
    """Add the pairs that are known to be the same, and set those that answers decide."""
    order = np.argsort(constraints.component, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(constraints.component[order])) + 1, len(order))
    groups = [group for group in np.split(order, ends[:-1]) if len(group) > 1]
    one = [np.repeat(group, len(group)) for group in groups]
    other = [np.tile(group, len(group)) for group in groups]
    a, b = (np.concatenate((part, *more)) for part, more in ((pairs.a, one), (pairs.b, other)))
    cross = layout.sequence[a] != layout.sequence[b]
    found = PairList.of(len(layout), a[cross], b[cross])
    at = pairs.find(found.a, found.b)
    same, apart = pair_relations(constraints, found.a, found.b)
    confidence = np.where(at >= 0, values[at] if len(values) else 0, 0)
    return found, np.where(apart, 0, np.where(same, 1, confidence)).astype(np.float32)


def likeness_of_candidates(layout: Layout, sentences: Sentences) -> tuple[PairList, Matrix]:
    """Return the candidate pairs and the mean of their normalised similarities."""
    counts = similarity.word_counts(layout.texts, language(sentences.code))
    pairs = candidates(layout, features.unit(similarity.sublinear(counts)))
    total, number = np.zeros(len(pairs), np.float32), 0
    if not len(pairs):
        return pairs, total
    nearness, sample = Nearness(layout, pairs), sample_rows(layout)
    for feature in _features(layout, sentences, counts, pairs):
        total += normalized(nearness, feature, sample, NEAREST)
        number += 1
    return pairs, total / np.float32(number)


def _features(layout: Layout, sentences: Sentences, counts: csr_array, pairs: PairList) -> Iterator[features.Feature]:
    """Compute the similarities one after another, to bound memory."""
    tongue, size = language(sentences.code), len(layout)
    yield features.Cosine(features.unit(similarity.sublinear(counts)))
    yield features.Containment(counts)
    ngrams = similarity.ngram_counts(layout.texts, tongue)
    yield features.Cosine(features.unit(similarity.sublinear(ngrams)))
    del ngrams
    words = features.unit(similarity.sublinear(similarity.word_counts(sentences.texts, tongue)))
    yield features.BestSentences(words, sentences.owner, size).affordable(pairs.a, pairs.b)
    centred = sentences.centred
    if centred is not None:
        sums = np.zeros((size, centred.shape[1]))
        np.add.at(sums, sentences.owner, centred)
        yield features.Cosine(similarity.unit_vectors(sums))
        vectors = similarity.unit_vectors(centred)
        yield features.BestSentences(vectors, sentences.owner, size).affordable(pairs.a, pairs.b)
