"""The model for passages: which passages of different sources describe the same event.

The log odds of two passages are a linear function of the mean of several similarities and of the clock times they
name. Monotone alignment of each pair of sources turns them into match probabilities. The confidence of a pair also
depends on support by third sources and on the matches of the neighbouring passages.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from taeg.align import pairs, similarity, told_times
from taeg.align.clustering import Links
from taeg.align.layout import Layout
from taeg.align.relations import Relations
from taeg.align.values import BoolArray, FloatArray, IntArray, Matrix
from taeg.text.language import language

NEAREST = (3, 30)
"""Numbers of neighbours of the local scaling."""
REPEAT_SLOPE, REPEAT_LIKENESS = 2.0, 1.0
"""How the likeness of two passages of one source counts, where sources return to events."""
REPEATED_SHARE = 0.08
"""Share of passages with such a likeness from which sources are taken to return to events."""
ODDS_LIMIT, PROBABILITY_LIMIT = 10.0, 8.0


@dataclass(frozen=True, slots=True)
class PassageCoefficients:
    """Coefficients of log odds (from similarities) and of confidence (from odds and probabilities)."""

    slope: float = 1.5
    clock: float = 0.6
    intercept: float = -1.0
    odds: float = 0.609
    matched: float = 0.487
    support: float = 4.069
    unordered_support: float = -1.119
    neighbours: float = 2.935
    constant: float = 0.919
    threshold: float = 0.3


@dataclass(frozen=True)
class Sentences:
    """The sentences of passages."""

    code: str
    """The language."""
    texts: tuple[str, ...]
    owner: IntArray
    """Row of the passage of each sentence, ascending."""
    vectors: FloatArray | None
    """None without an encoder."""

    @cached_property
    def similar_words(self) -> Callable[[IntArray], Matrix]:
        """Function that returns the cosines of some sentences to all by their words."""
        counts = similarity.word_counts(self.texts, language(self.code))
        rows = similarity.unit_rows(similarity.sublinear(counts)).astype(np.float32)
        columns = csr_array(rows.T)
        return lambda some: np.asarray((rows[some] @ columns).toarray())

    @cached_property
    def centred(self) -> FloatArray | None:
        """Vectors relative to their mean."""
        return None if self.vectors is None else self.vectors - self.vectors.mean(axis=0)

    def regrouped(self, owner: IntArray) -> "Sentences":
        """Return the same sentences as parts of other passages."""
        found = Sentences(self.code, self.texts, owner, self.vectors)
        found.__dict__["similar_words"] = self.similar_words  # computed once for all groupings
        return found


def sentences_of(texts: Sequence[str], code: str) -> tuple[tuple[str, ...], IntArray]:
    """Split passages into sentences; return them and the index of the passage of each."""
    tongue = language(code)
    found = [(i, part) for i, text in enumerate(texts) for part in tongue.sentences(text) or (text,)]
    return tuple(part for _, part in found), np.array([i for i, _ in found], np.int64)


class PassageModel:
    """Similarities of passages, computed once."""

    def __init__(
        self,
        layout: Layout,
        sentences: Sentences,
        coefficients: PassageCoefficients | None = None,
        frame: BoolArray | None = None,
        repeats: bool | None = None,
    ) -> None:
        self.layout = layout
        self.coefficients = coefficients or PassageCoefficients()
        self.grain = 1.0
        self._repeats = repeats
        self.frame = np.zeros(len(layout), bool) if frame is None else frame
        self.times = told_times.told_times(layout, sentences.code)
        self.likeness = likeness(layout, sentences)
        self.clock = told_times.evidence(layout, self.times)

    def refitted(self, coefficients: PassageCoefficients | None) -> "PassageModel":
        """Return a model with the same similarities and other coefficients."""
        found = copy(self)
        found.coefficients = coefficients or PassageCoefficients()
        for name in ("odds", "repeats"):
            found.__dict__.pop(name, None)
        return found

    @cached_property
    def odds(self) -> Matrix:
        """Log odds of each pair by similarities and times alone."""
        c = self.coefficients
        odds = c.slope * self.likeness + c.clock * self.clock + c.intercept + pairs.prior(self.layout)
        outside = self.frame[:, None] | self.frame[None, :]
        return np.where(outside, pairs.LOWEST, odds).astype(np.float32)

    def own(self, confidence: Matrix) -> Links:
        """Similarities of passages of one sequence: those that match the same passages elsewhere and are alike."""
        if not self.repeats:
            return Links.none()
        shared = pairs.shared(self.layout, confidence) * expit(REPEAT_SLOPE * (self.likeness - REPEAT_LIKENESS))
        return Links(*pairs.listed(shared, pairs.SMALLEST_SUPPORT))

    @cached_property
    def repeats(self) -> bool:
        """Whether the sources return to events, as reports do.

        If that is not given, they do if many passages have in their own source one that is as similar as the
        typical match elsewhere.
        """
        if self._repeats is not None:
            return self._repeats
        layout = self.layout
        matched = self.likeness[layout.cross & (self.confidence() > 0.5)]
        if not len(matched):
            return False
        within = ~layout.cross
        np.fill_diagonal(within, False)
        nearest = np.where(within, self.likeness, -np.inf).max(axis=1)
        return bool((nearest > np.median(matched)).mean() >= REPEATED_SHARE)

    def score(self, known: Relations | None = None) -> Matrix:
        """Log odds that two passages of different sequences describe the same event."""
        c = self.coefficients
        features = confidence_features(self.layout, known.applied(self.odds) if known else self.odds)
        weights = (c.odds, c.matched, c.support, c.unordered_support, c.neighbours)
        return sum((w * f for w, f in zip(weights, features, strict=True)), np.full_like(self.odds, c.constant))

    def confidence(self, known: Relations | None = None) -> Matrix:
        """Confidence of each pair of passages of different sequences that they describe the same event."""
        inside = self.layout.cross & ~self.frame[:, None] & ~self.frame[None, :]
        return np.where(inside, expit(self.score(known)), 0).astype(np.float32)


def likeness(layout: Layout, sentences: Sentences) -> Matrix:
    """Mean of the normalised similarities of passages."""
    tongue, size = language(sentences.code), len(layout)
    counts = similarity.word_counts(layout.texts, tongue)
    parts = [
        similarity.cosine(similarity.sublinear(counts)),
        similarity.cosine(similarity.sublinear(similarity.ngram_counts(layout.texts, tongue))),
        similarity.containment(counts),
        similarity.best_sentences(sentences.similar_words, sentences.owner, size),
    ]
    centred = sentences.centred
    if centred is not None:
        sums = np.zeros((size, centred.shape[1]))
        np.add.at(sums, sentences.owner, centred)
        parts.append(similarity.vector_cosine(sums))
        rows = similarity.unit_vectors(centred)
        parts.append(similarity.best_sentences(lambda some: rows[some] @ rows.T, sentences.owner, size))
    total = np.zeros((size, size), np.float32)
    for part in parts:
        total += similarity.normalized(layout, part, NEAREST) / len(parts)
    return total


def confidence_features(layout: Layout, odds: Matrix) -> tuple[Matrix, ...]:
    """Return odds, monotone log odds, support with and without order, and matches of the neighbours."""
    matched = pairs.monotone(layout, odds)
    alone = np.where(layout.cross, expit(odds), 0).astype(np.float32)
    return (
        np.clip(odds, -ODDS_LIMIT, ODDS_LIMIT),
        pairs.log_odds(matched, PROBABILITY_LIMIT),
        pairs.support(layout, matched),
        pairs.support(layout, alone),
        pairs.neighbours(layout, matched),
    )
