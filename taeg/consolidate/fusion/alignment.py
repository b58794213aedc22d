"""Where the sentences of one account belong among those of another, and how certain that is.

A hidden Markov model over the sentences of a sibling account. The states are: matched to sentence j of the base,
matched to the pair j, j+1, and in gap 0..n between its sentences. Forward-backward gives the probability of each
state; the confidence of a gap is a logistic regression on it, with coefficients that were fitted on kings alone.
The time is O(m n²) for m and n sentences; `MOST_CELLS` limits m n.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.vocabulary import Ids, Vocabulary

Matrix = npt.NDArray[np.float64]

MOST_CELLS = 60_000
"""Products of sentence numbers above this are not aligned: such accounts are not inserted into."""
SKIP, STAY, BACK, STEP_BACK, PAIR, COHERENCE = -1.6, -1.0, -4.0, -0.48, -1.0, 1.65
"""Logarithmic costs of a skipped base sentence, of a repeated match, of a jump back and of each of its steps, and of a
match to a pair; the weight of the likeness to both neighbours of a gap."""
LIMIT = 8.0
"""Log-odds of a match are clipped to this."""
DAMPING = 4.0
"""Added to the smaller mass in the containment of sentences."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-odds of a match: cosine of words, containment, cosine of vectors, and constant."""

    words: float
    containment: float
    vectors: float
    constant: float


WITH_VECTORS = Weights(6.0, 2.0, 4.0, -5.0)
WITHOUT_VECTORS = Weights(8.0, 3.0, 0.0, -3.6)
NEAR = 3
"""Sentences before and after that count as evidence for a gap."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The sentences of an account: their stems, and their vectors if there are any."""

    stems: Sequence[Ids]
    vectors: npt.NDArray[np.float32] | None = None


class Alignment:
    """The sentences of a sibling aligned with those of a base."""

    def __init__(self, vocabulary: Vocabulary, sibling: Telling, base: Telling) -> None:
        self.sibling, self.base = sibling, base
        self.m, self.n = len(sibling.stems), len(base.stems)
        self._vocabulary = vocabulary
        self._masses = [vocabulary.mass(stems) for stems in base.stems]
        self._run()

    def _run(self) -> None:
        n = self.n
        words, containment, cosine = self._similarities()
        weights = WITHOUT_VECTORS if cosine is None else WITH_VECTORS
        log_odds = weights.words * words + weights.containment * containment + weights.constant
        self.likeness: Matrix = words[:, :n]
        if cosine is not None:
            log_odds += weights.vectors * cosine
            self.likeness = 0.5 * words[:, :n] + 0.5 * np.maximum(cosine[:, :n], 0)
        if n > 1:  # a pair must beat both of its members
            pair, members = log_odds[:, n:], np.maximum(log_odds[:, : n - 1], log_odds[:, 1:n])
            log_odds[:, n:] = np.where(pair > members, pair, -6.0) + PAIR
        emission = np.concatenate([np.clip(log_odds, -LIMIT, LIMIT), COHERENCE * self._coherence()], axis=1)
        state = _forward_backward(emission, n)
        gaps = state[:, 2 * n - 1 :]
        self.in_gap: Matrix = gaps.sum(axis=1)
        """Probability that each sentence matches nothing."""
        self.gap: Matrix = gaps / np.maximum(self.in_gap[:, None], 1e-12)
        """Probability of each gap, if it is in any."""
        self.ends, self.begins = state[:, :n].copy(), state[:, :n].copy()
        self.ends[:, 1:] += state[:, n : 2 * n - 1]
        self.begins[:, :-1] += state[:, n : 2 * n - 1]

    def _similarities(self) -> tuple[Matrix, Matrix, Matrix | None]:
        """Cosine of words, containment and cosine of vectors, to base sentences and then to pairs of them."""
        stems = sorted(set().union(*self.base.stems))
        column = {stem: i for i, stem in enumerate(stems)}
        weight = np.array([self._vocabulary.mass((stem,)) for stem in stems])
        base, sibling = _rows(self.base.stems, column), _rows(self.sibling.stems, column)
        base = np.concatenate([base, np.maximum(base[:-1], base[1:])])
        shared = sibling @ (base * weight).T
        own, other = np.array([self._vocabulary.mass(s) for s in self.sibling.stems]), base @ weight
        words = shared / np.maximum(np.sqrt(np.outer(own, other)), 1e-9)
        containment = shared / (np.minimum.outer(own, other) + DAMPING)
        if self.sibling.vectors is None or self.base.vectors is None:
            return words, containment, None
        vectors = np.asarray(self.base.vectors, dtype=np.float64)
        pairs = vectors[:-1] + vectors[1:]
        pairs /= np.maximum(np.linalg.norm(pairs, axis=1, keepdims=True), 1e-9)
        return words, containment, self.sibling.vectors @ np.concatenate([vectors, pairs]).T

    def _coherence(self) -> Matrix:
        """Likeness of each sentence to both neighbours of each gap, centred."""
        found = np.zeros((self.m, self.n + 1))
        found[:, 1:] += self.likeness
        found[:, :-1] += self.likeness
        found[:, 1:-1] /= 2
        return np.asarray(found - found.mean(axis=1, keepdims=True))

    def best_gap(self, i: int) -> int:
        """Return the most probable gap of a sentence."""
        return int(self.gap[i].argmax())

    def left_match(self, i: int, gap: int) -> float:
        """Probability that sentence i is matched where the gap begins."""
        return float(self.ends[i, gap - 1]) if gap > 0 and 0 <= i < self.m else 0.0

    def right_match(self, i: int, gap: int) -> float:
        """Probability that sentence i is matched where the gap ends."""
        return float(self.begins[i, gap]) if gap < self.n and 0 <= i < self.m else 0.0

    def evidence(self, first: int, last: int, gap: int) -> "Evidence":
        """Return what speaks for a gap for the sentences `first` to `last` of the sibling."""
        before = range(max(0, first - NEAR), first)
        after = range(last + 1, min(self.m, last + 1 + NEAR))
        said_before = frozenset().union(*(self.sibling.stems[k] for k in before))
        said_after = frozenset().union(*(self.sibling.stems[k] for k in after))
        tight_left, wrong_left = self._shares(gap - 1, said_before, said_after) if gap else (0.0, 0.0)
        tight_right, wrong_right = self._shares(gap, said_after, said_before) if gap < self.n else (0.0, 0.0)
        return Evidence(
            probability=float(self.gap[first, gap]),
            left=self.left_match(first - 1, gap),
            near_left=max((self.left_match(k, gap) for k in before), default=0.0),
            near_right=max((self.right_match(k, gap) for k in after), default=0.0),
            tight_left=tight_left,
            tight_right=tight_right,
            wrong=wrong_left + wrong_right,
            at_start=gap == 0,
            at_end=gap == self.n,
        )

    def _shares(self, j: int, near: frozenset[int], far: frozenset[int]) -> tuple[float, float]:
        """Shares of a base sentence that the sibling tells on the right side and only on the wrong side."""
        mass = max(self._masses[j], 1e-9)
        own = self.base.stems[j]
        right = self._vocabulary.mass(stem for stem in own if stem in near)
        wrong = self._vocabulary.mass(stem for stem in own if stem in far and stem not in near)
        return right / mass, wrong / mass


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a gap."""

    probability: float
    left: float
    """Probability that the sibling's sentence just before is matched at the left edge of the gap."""
    near_left: float
    near_right: float
    """The same for the nearest sentences on both sides, the largest."""
    tight_left: float
    tight_right: float
    """Share of the neighbouring base sentences that the sibling tells on the same side."""
    wrong: float
    """Share that it tells on the other side."""
    at_start: bool
    at_end: bool

    @property
    def confidence(self) -> float:
        """The probability that the gap is the right one; nothing belongs before the first sentence."""
        if self.at_start:
            return 0.0
        odds = min(max(self.probability, 1e-6), 1 - 1e-6)
        z = -1.258 + 0.898 * min(max(math.log(odds / (1 - odds)), -4.0), 8.0)
        z += 0.608 * self.near_left + 0.855 if self.at_end else 1.296 * min(self.near_left, self.near_right)
        z += 0.279 * self.left + 0.741 * self.tight_left - 1.474 * self.wrong
        z += 0.0 if self.at_end else 1.145 * self.tight_right
        return 1 / (1 + math.exp(-z))


def _rows(sentences: Sequence[Ids], column: dict[int, int]) -> Matrix:
    rows = np.zeros((len(sentences), len(column)))
    for i, stems in enumerate(sentences):
        rows[i, [column[stem] for stem in stems if stem in column]] = 1.0
    return rows


def _forward_backward(emission: Matrix, n: int) -> Matrix:
    """Return the probability of each state for each sentence of the sibling, by scaled forward-backward."""
    sentence, gap = 2 * np.arange(n) + 1, 2 * np.arange(n + 1)
    low = np.concatenate([sentence, sentence[:-1], gap])
    high = np.concatenate([sentence, sentence[1:], gap])
    step = low[None, :] - high[:, None]
    same = (low[None, :] == low[:, None]) & (high[None, :] == high[:, None])
    skipped = np.maximum(low[None, :] // 2 - (high[:, None] + 1) // 2, 0)
    cost = np.where(step < 0, BACK + STEP_BACK * (-step // 2), SKIP * skipped)
    is_gap = np.arange(len(low)) >= 2 * n - 1
    cost = np.where(same, np.where(is_gap[:, None], 0.0, STAY), cost)
    transition = np.exp(cost)
    start, end = np.exp(SKIP * (low // 2)), np.exp(SKIP * (n - (high + 1) // 2))
    likely = np.exp(emission - emission.max(axis=1, keepdims=True))
    forward, backward = np.empty_like(likely), np.empty_like(likely)
    forward[0] = start * likely[0]
    forward[0] /= forward[0].sum()
    for i in range(1, len(likely)):
        forward[i] = (forward[i - 1] @ transition) * likely[i]
        forward[i] /= forward[i].sum()
    backward[-1] = end / end.max()
    for i in range(len(likely) - 2, -1, -1):
        backward[i] = transition @ (likely[i + 1] * backward[i + 1])
        backward[i] /= backward[i].max()
    found = forward * backward
    return np.asarray(found / found.sum(axis=1, keepdims=True))
