"""The model for raw documents: which sentences of different documents describe the same event.

Sentences are compared in their context: TF-IDF rows and vectors are summed over the sentences that probably continue
the same event, at three grains. Monotone alignment of the sentences gives match probabilities, which the context
spreads over neighbouring sentences. The result is averaged with that of the passage model on segments: paragraphs,
or runs of sentences between the gaps of largest score where documents have no paragraphs.
"""

from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from taeg.align import context, pairs, similarity, told_times
from taeg.align.clustering import Links
from taeg.align.frame import frame
from taeg.align.layout import Layout
from taeg.align.passage_model import PassageCoefficients, PassageModel, Sentences
from taeg.align.relations import Relations
from taeg.align.values import BoolArray, FloatArray, IntArray, Matrix
from taeg.text.language import language

GRAINS = (2, 4, 8)
"""Grains at which contexts are compared."""
CONTEXT_REACH, SPREAD_REACH, OWN_REACH = 8, 6, 10
"""Sentences that a context, a spread probability and a passage reach."""
NEAREST = (30,)
"""Numbers of neighbours of the local scaling."""
WINDOW = 20
LOCAL_SHARE = 0.3
"""Share of the windowed alignment in the probabilities."""
SHORTEST_GRAIN, LONGEST_GRAIN, SHARP = 2.0, 4.0, 0.8
"""Limits of the estimated grain, and how far sharp matches reduce it."""
SMALLEST_GRAIN = 1.3
OWN_GRAINS = (0.5, 0.75, 1, 1.5)
"""Grains, relative to that of the draft, of the segments from which the similarity within a document is computed."""
LONGEST_PARAGRAPH, MOST_AMBIGUOUS = 2.0, 0.2
"""Mean length of paragraphs, in grains, and ambiguity of their matches up to which they are taken as segments."""
SEGMENT_GRAINS = (0.6, 1.2)
"""Relative grains of the segments that replace paragraphs."""


@dataclass(frozen=True, slots=True)
class SentenceCoefficients:
    """Coefficients of log odds and confidence."""

    slope: float = 1.9
    clock: float = 0.6
    intercept: float = -1.0
    support: float = 2.5
    odds: float = 0.15
    steepness: float = 0.8
    segments: float = 0.4
    """Weight of the segment models."""
    threshold: float = 0.3


class SentenceModel:
    """Similarities of the sentences of raw documents, computed once."""

    def __init__(
        self,
        layout: Layout,
        code: str,
        vectors: FloatArray | None,
        grain: float | None,
        coefficients: SentenceCoefficients | None = None,
        passages: PassageCoefficients | None = None,
    ) -> None:
        self.layout = layout
        self.coefficients = coefficients or SentenceCoefficients()
        self._passages = passages
        self._given_grain = grain
        self.times = told_times.told_times(layout, code)
        self.frame = frame(layout, code)
        self._sentences = Sentences(code, layout.texts, np.arange(len(layout)), vectors)
        self._counts = similarity.word_counts(layout.texts, language(code))
        timed = ~np.isnan(self.times.named)
        self._gaps = context.gap_scores(layout, code, timed, self._counts, vectors)
        self._similarity = self._likeness()
        self._clock = told_times.evidence(layout, self.times)
        self._models: dict[bytes, tuple[IntArray, PassageModel]] = {}

    def refitted(
        self, coefficients: SentenceCoefficients | None, passages: PassageCoefficients | None
    ) -> "SentenceModel":
        """Return a model with the same similarities and other coefficients."""
        found = copy(self)
        found.coefficients, found._passages = coefficients or SentenceCoefficients(), passages
        for name in ("odds", "grain", "_own", "_first", "_segments", "_spread"):
            found.__dict__.pop(name, None)
        return found

    @cached_property
    def odds(self) -> Matrix:
        """Log odds of each pair by similarities and times alone."""
        c = self.coefficients
        odds = c.slope * self._similarity + c.clock * self._clock + c.intercept + pairs.prior(self.layout)
        outside = self.frame[:, None] | self.frame[None, :]
        return np.where(outside, pairs.LOWEST, odds).astype(np.float32)

    @cached_property
    def _first(self) -> Matrix:
        """Match probabilities without answers."""
        return pairs.monotone(self.layout, self.odds)

    @cached_property
    def grain(self) -> float:
        """Sentences per event and source, as given or estimated."""
        return self._given_grain or estimated_grain(self.layout, self._first)

    @cached_property
    def _segments(self) -> list[tuple[IntArray, PassageModel]]:
        return [self._segment_model(cut) for cut in self._segment_cuts()]

    def _likeness(self) -> Matrix:
        layout, code = self.layout, self._sentences.code
        words = similarity.sublinear(self._counts)
        ngrams = similarity.sublinear(similarity.ngram_counts(layout.texts, language(code)))
        centred = self._sentences.centred
        total = np.zeros((len(layout), len(layout)), np.float32)
        for grain in GRAINS:
            around = context.kernel(context.continuation(layout, self._gaps, grain), CONTEXT_REACH)
            parts = [similarity.cosine(csr_array(around @ words)), similarity.cosine(csr_array(around @ ngrams))]
            if centred is not None:
                parts.append(similarity.vector_cosine(np.asarray(around @ centred)))
            for part in parts:
                total += similarity.normalized(layout, part, NEAREST) / (len(parts) * len(GRAINS))
        return total

    def _cuts(self, grain: float) -> BoolArray:
        """Cut each sequence at the gaps of largest score, into pieces of `grain` sentences on average."""
        return context.cuts(self.layout, self._gaps, max(SMALLEST_GRAIN, grain))

    @cached_property
    def _has_paragraphs(self) -> bool:
        """Whether paragraphs are segments: they are about as long as events, or match one paragraph elsewhere each."""
        inside = self.layout.breaks & self.layout.continues
        cut = self.layout.breaks | ~self.layout.continues
        if not inside.any():
            return False
        if len(self.layout) <= LONGEST_PARAGRAPH * self.grain * int(cut.sum()):
            return True
        _, model = self._segment_model(cut)
        return pairs.ambiguity(model.layout, model.confidence()) < MOST_AMBIGUOUS

    def _segment_cuts(self) -> list[BoolArray]:
        if self._has_paragraphs:
            return [self.layout.breaks | ~self.layout.continues]
        return [self._cuts(factor * self.grain) for factor in SEGMENT_GRAINS]

    def _segment_model(self, cut: BoolArray) -> tuple[IntArray, PassageModel]:
        """Return the segment of each row, and the model of the segments."""
        cut = cut.copy()
        cut[:-1] |= self.frame[1:] != self.frame[:-1]
        key = cut.tobytes()
        if key not in self._models:  # shared by refitted models
            self._models[key] = self._computed_segments(cut)
        segment, model = self._models[key]
        return segment, model.refitted(self._passages)

    def _computed_segments(self, cut: BoolArray) -> tuple[IntArray, PassageModel]:
        layout = self.layout
        segment = _numbered(cut)
        first = np.flatnonzero(np.append(True, cut[:-1]))
        last = np.append(first[1:], len(layout)) - 1
        texts = tuple(" ".join(layout.texts[a : b + 1]) for a, b in zip(first.tolist(), last.tolist(), strict=True))
        grouped = Layout(layout.unit[first], layout.source[first], layout.sequence[first], layout.breaks[last], texts)
        return segment, PassageModel(grouped, self._sentences.regrouped(segment), None, self.frame[first])

    def own(self, confidence: Matrix) -> Links:
        """Similarities of the sentences of one sequence."""
        return self._own

    @cached_property
    def _own(self) -> Links:
        """Continuation, and membership in the same segments."""
        layout = self.layout
        continues = context.continuation(layout, self._gaps, max(SMALLEST_GRAIN, self.grain))
        total = csr_array(context.kernel(continues, OWN_REACH) / 2)
        cuts = [self._cuts(factor * self.grain) for factor in OWN_GRAINS]
        if self._has_paragraphs:
            cuts.append(layout.breaks | ~layout.continues)
        for cut in cuts:
            segment = _numbered(cut)
            member = csr_array((np.ones(len(segment)), (np.arange(len(segment)), segment)))
            total = csr_array(total + (member @ member.T) / (2 * len(cuts)))
        upper = total.tocoo()
        keep = (upper.row < upper.col) & (self.frame[upper.row] == self.frame[upper.col])
        return Links(upper.row[keep].astype(np.int64), upper.col[keep].astype(np.int64), upper.data[keep])

    @cached_property
    def _spread(self) -> csr_array:
        grain = float(np.clip(self.grain, SHORTEST_GRAIN, LONGEST_GRAIN))
        return context.averaging(context.kernel(context.continuation(self.layout, self._gaps, grain), SPREAD_REACH))

    def confidence(self, known: Relations | None = None) -> Matrix:
        """Confidence of each pair of sentences of different sequences that they describe the same event."""
        layout, c = self.layout, self.coefficients
        odds = known.applied(self.odds) if known else self.odds
        matched = pairs.monotone(layout, odds)
        local = pairs.windowed(layout, odds, WINDOW, WINDOW // 2)
        mixed = (1 - LOCAL_SHARE) * matched + LOCAL_SHARE * local
        spread = np.asarray(self._spread @ (self._spread @ mixed).T, np.float32)
        score = pairs.log_odds(spread, 8) + c.support * pairs.support(layout, spread) + c.odds * np.clip(odds, -10, 10)
        inside = layout.cross & ~self.frame[:, None] & ~self.frame[None, :]
        listed = score[np.triu(inside, 1)]
        if not len(listed):
            return np.zeros_like(odds)
        kept = int(min(len(listed) - 1, max(1, self.grain**2 * float(self._first.sum()) / 2)))
        limit = -np.partition(-listed, kept)[kept]
        total = (1 - c.segments) * c.steepness * (score - limit)
        for segment, model in self._segments:
            of_segments = model.score(known.grouped(segment) if known else None)
            total += c.segments / len(self._segments) * of_segments[np.ix_(segment, segment)]
        return np.where(inside, expit(total), 0).astype(np.float32)


def _numbered(cut: BoolArray) -> IntArray:
    """Number the segments that end after the rows marked in `cut`."""
    found: IntArray = np.append(0, np.cumsum(cut)[:-1]) if len(cut) else np.empty(0, np.int64)
    return found


def estimated_grain(layout: Layout, matched: Matrix) -> float:
    """Estimate the number of sentences per event from the length of the documents and the sharpness of matches.

    Where accounts use the same words, single sentences match and events can be short; where they differ, only the
    context of several sentences can be compared.
    """
    by_length = grain_by_length(layout)
    total = float(matched.sum())
    sharp = float(matched[matched > 0.5].sum()) / total if total else 0.0
    return max(SHORTEST_GRAIN, by_length * (1 - SHARP * sharp))


def grain_by_length(layout: Layout) -> float:
    """Estimate the number of sentences per event from the length of the documents alone."""
    mean = len(layout) / max(1, len(layout.sequences))
    return float(np.clip(0.45 * np.sqrt(mean), SHORTEST_GRAIN, LONGEST_GRAIN))
