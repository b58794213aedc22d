"""What a difference between two systems is worth: intervals, tests and the words that may be said of it.

Everything is paired over events, because systems share them: an event that is hard for one is hard for the other. A
score is a mean or a ratio of sums over events. All chance is seeded, and the same seed draws the same events for
every system. Not for what a score means: more is better here, so negate what should be small.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError

FloatArray = npt.NDArray[np.float64]

CONFIDENCE = 0.95
SIGNIFICANCE = 0.05
RESAMPLES = 10_000
SEED = 0

BETTER, WORSE, UNDECIDED = "better", "worse", "not distinguishable"

_ENUMERATED = 13
"""Up to so many differing events all 2^n swaps are fewer than RESAMPLES, and tried instead of drawn."""
_BLOCK = 500_000
"""Numbers drawn at a time; bounds the memory."""
_ROUNDING = 1e-12
"""Sums of the same numbers in another order may differ by less than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """A score over events: the sum of one quantity over the sum of another."""

    tops: FloatArray
    bottoms: FloatArray

    def __post_init__(self) -> None:
        if self.tops.shape != self.bottoms.shape or self.tops.ndim != 1:
            raise ValueError("a ratio needs two numbers for each event")
        if not (np.isfinite(self.tops).all() and np.isfinite(self.bottoms).all() and (self.bottoms >= 0).all()):
            raise ValueError("a ratio needs finite numbers, and none below zero to divide by")
        if not self.bottoms.sum() > 0:
            raise InputError("there is nothing to compare: no event could be scored; give a reference that covers some")

    @classmethod
    def mean(cls, values: npt.ArrayLike) -> "Ratio":
        """The mean of one value an event."""
        tops = np.asarray(values, dtype=np.float64)
        return cls(tops, np.ones_like(tops))

    @classmethod
    def sums(cls, tops: npt.ArrayLike, bottoms: npt.ArrayLike) -> "Ratio":
        """The ratio of two sums over events, as coverage is."""
        return cls(np.asarray(tops, dtype=np.float64), np.asarray(bottoms, dtype=np.float64))

    @property
    def value(self) -> float:
        """The score."""
        return float(self.tops.sum() / self.bottoms.sum())


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and where it might as well lie."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Two systems scored on the same events. `p` is given where a better test than the usual one is at hand."""

    system: str
    baseline: str
    ours: Ratio
    theirs: Ratio
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What may be said of a system beside a baseline."""

    system: str
    baseline: str
    difference: float
    low: float
    high: float
    p: float
    p_corrected: float
    """By Holm, for the number of comparisons made together."""
    verdict: str
    """`better` or `worse` only where `p_corrected` is below .05, else `not distinguishable`."""


def interval(score: Ratio, *, seed: int = SEED, resamples: int = RESAMPLES, confidence: float = CONFIDENCE) -> Interval:
    """The bootstrap interval of a score over events.

    Percentiles of the resampled scores, not BCa: they stay within what the data can give, end in a point where all
    events agree, and with few discordant events reach 0 as the exact test does, where BCa's correction for skew would
    shut it out. The price is an interval a little short for a few dozen events (94 % in place of 95 % at 50).
    """
    values = np.concatenate([top / bottom for top, bottom in _resampled(seed, resamples, score.tops, score.bottoms)])
    return _percentiles(score.value, values, confidence)


def difference(
    ours: Ratio, theirs: Ratio, *, seed: int = SEED, resamples: int = RESAMPLES, confidence: float = CONFIDENCE
) -> Interval:
    """The bootstrap interval of ours - theirs, both on the same resampled events (see `interval`)."""
    _check_paired(ours, theirs)
    drawn = _resampled(seed, resamples, ours.tops, ours.bottoms, theirs.tops, theirs.bottoms)
    values = np.concatenate([a / b - c / d for a, b, c, d in drawn])
    return _percentiles(ours.value - theirs.value, values, confidence)


def paired_test(ours: Ratio, theirs: Ratio, *, seed: int = SEED, resamples: int = RESAMPLES) -> float:
    """Two-sided p of the hypothesis that the two systems' results could be swapped in any event.

    For outcomes such as right and wrong this is McNemar's exact test. Otherwise all swaps are tried where few events
    differ; where many do, random ones are drawn, with the observed one counted among them, so p is never 0.
    """
    _check_paired(ours, theirs)
    apart = (ours.tops != theirs.tops) | (ours.bottoms != theirs.bottoms)
    gaps = (ours.tops - theirs.tops)[apart]
    same_bottoms = bool((ours.bottoms == theirs.bottoms).all())
    if not apart.any():
        return 1.0
    if same_bottoms and float(np.ptp(np.abs(gaps))) <= _ROUNDING:
        return exact_test(int((gaps > 0).sum()), int((gaps < 0).sum()))
    halves = np.stack((gaps, (ours.bottoms - theirs.bottoms)[apart])) / 2
    middles = ((ours.tops + theirs.tops).sum() / 2, (ours.bottoms + theirs.bottoms).sum() / 2)
    observed = abs(ours.value - theirs.value)
    tried = reached = 0
    for signs in _swaps(len(gaps), seed, resamples):
        top, bottom = halves @ signs
        with np.errstate(divide="ignore", invalid="ignore"):
            gap = (middles[0] + top) / (middles[1] + bottom) - (middles[0] - top) / (middles[1] - bottom)
        # a swap that leaves one side nothing to divide by says nothing against the hypothesis: it counts as reached
        reached += int((~(np.abs(gap) < observed - _ROUNDING)).sum())
        tried += len(gap)
    extra = int(len(gaps) > _ENUMERATED)
    return (reached + extra) / (tried + extra)


def exact_test(wins: int, losses: int) -> float:
    """Two-sided exact binomial p of so many wins and losses where either is as likely; draws do not count."""
    rounds = wins + losses
    ways = term = 1  # exact integers
    for k in range(min(wins, losses)):
        term = term * (rounds - k) // (k + 1)
        ways += term
    return min(1.0, ways / (1 << rounds) * 2)


def chance_test(right: int, chances: npt.ArrayLike) -> float:
    """Two-sided exact p of so many right choices by one who chooses at random, event e being right by `chances[e]`.

    The exact distribution of the number of right choices; twice the smaller tail. It needs no seeded random runs.
    """
    each = np.asarray(chances, dtype=np.float64)
    if not 0 <= right <= len(each):
        raise ValueError(f"{right} right of {len(each)}")
    spread = np.ones(1)
    for chance in each.tolist():
        spread = np.convolve(spread, (1 - chance, chance))
    return min(1.0, 2 * float(min(spread[: right + 1].sum(), spread[right:].sum())))


def holm(p: Sequence[float]) -> list[float]:
    """P values corrected for their number by Holm's step-down method: the chance of any false alarm stays below .05."""
    corrected = [0.0] * len(p)
    highest = 0.0
    for done, place in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        highest = max(highest, min(1.0, (len(p) - done) * p[place]))
        corrected[place] = highest
    return corrected


def compare(contests: Sequence[Contest], *, seed: int = SEED, resamples: int = RESAMPLES) -> tuple[Comparison, ...]:
    """Compare systems with baselines; p is corrected for all that are handed over together."""
    found = [difference(contest.ours, contest.theirs, seed=seed, resamples=resamples) for contest in contests]
    p = [
        paired_test(contest.ours, contest.theirs, seed=seed, resamples=resamples) if contest.p is None else contest.p
        for contest in contests
    ]
    return tuple(
        Comparison(
            system=contest.system,
            baseline=contest.baseline,
            difference=gap.value,
            low=gap.low,
            high=gap.high,
            p=raw,
            p_corrected=corrected,
            verdict=_verdict(gap.value, corrected),
        )
        for contest, gap, raw, corrected in zip(contests, found, p, holm(p), strict=True)
    )


def percentile(value: float, sample: npt.ArrayLike) -> float:
    """The share of a sample at or below a value, in percent, as the paper places a strategy among random runs."""
    values = np.asarray(sample, dtype=np.float64)
    if not values.size:
        raise InputError("there are no random runs to compare with; make at least one")
    return 100 * float((values <= value + _ROUNDING).mean())


def floor(candidates: npt.ArrayLike) -> float:
    """The expected accuracy of choosing at random: the mean of 1/candidates over events."""
    numbers = np.asarray(candidates, dtype=np.float64)
    if not numbers.size:
        raise InputError("no event has two or more versions and a reference, so there is no choice to score")
    if (numbers < 1).any():
        raise ValueError("an event without candidates offers no choice")
    return float((1 / numbers).mean())


def _verdict(gap: float, p: float) -> str:
    if p >= SIGNIFICANCE or gap == 0:
        return UNDECIDED
    return BETTER if gap > 0 else WORSE


def _check_paired(ours: Ratio, theirs: Ratio) -> None:
    if len(ours.tops) != len(theirs.tops):
        raise ValueError(f"systems were scored on {len(ours.tops)} and {len(theirs.tops)} events; pair them first")


def _resampled(seed: int, resamples: int, *columns: FloatArray) -> Iterator[FloatArray]:
    """Sums of each column over events drawn with replacement; a row a column, a few resamples at a time."""
    rng = np.random.default_rng(seed)
    table = np.stack(columns)
    events = table.shape[1]
    step = max(1, _BLOCK // events)
    for start in range(0, resamples, step):
        drawn = rng.integers(events, size=(min(step, resamples - start), events))
        sums = table[:, drawn].sum(axis=2)
        # a resample of events that all have nothing to divide by has no score
        yield sums[:, (sums[1::2] > 0).all(axis=0)]


def _percentiles(value: float, values: FloatArray, confidence: float) -> Interval:
    # rounding must not make an interval of a point
    if not values.size or float(np.ptp(values)) <= _ROUNDING:
        return Interval(value, value, value)
    low, high = np.quantile(values, ((1 - confidence) / 2, (1 + confidence) / 2))
    return Interval(value, float(low), float(high))


def _swaps(events: int, seed: int, resamples: int) -> Iterator[FloatArray]:
    """Columns of signs, one an event: all there are for few events, else drawn."""
    if events <= _ENUMERATED:
        yield np.array(list(product((1.0, -1.0), repeat=events))).T
        return
    rng = np.random.default_rng(seed)
    step = max(1, _BLOCK // events)
    for start in range(0, resamples, step):
        yield rng.choice(np.array((1.0, -1.0)), size=(events, min(step, resamples - start)))
