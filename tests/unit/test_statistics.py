"""Intervals and tests on cases with a known answer: theory, enumeration, numbers worked out by hand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from eval.statistics import (
    BETTER,
    UNDECIDED,
    WORSE,
    Pairing,
    chance_test,
    compare,
    holm,
    interval,
    paired_test,
    percentile,
)
from taeg.base.errors import InputError


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_interval_coverage_of_a_normal_mean() -> None:
    samples = np.random.default_rng(1).normal(loc=3.0, scale=2.0, size=(400, 50))
    found = [interval(sample, seed=n, resamples=1000) for n, sample in enumerate(samples)]
    assert np.mean([i.low <= 3.0 <= i.high for i in found]) == pytest.approx(0.94, abs=0.03)
    assert np.mean([i.high - i.low for i in found]) == pytest.approx(2 * 1.96 * 2 / np.sqrt(50), rel=0.04)


def test_interval_without_events_is_refused() -> None:
    with pytest.raises(InputError, match="no event could be scored"):
        interval([])


def test_the_seed_decides() -> None:
    ours, theirs = np.random.default_rng(6).random((2, 60))
    assert paired_test(ours, theirs, seed=1) == paired_test(ours, theirs, seed=1) != paired_test(ours, theirs, seed=2)
    assert interval(ours, seed=1) == interval(ours, seed=1) != interval(ours, seed=2)


def test_binary_outcomes_are_tested_exactly() -> None:
    ours, theirs = array(*[1] * 9, *[0] * 2, *[1] * 50), array(*[0] * 9, *[1] * 2, *[1] * 50)
    assert paired_test(ours, theirs) == pytest.approx(binomtest(9, 11).pvalue)
    assert paired_test(ours, ours) == 1.0


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=7))
def test_few_events_are_tested_by_every_swap(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = np.array(pairs, dtype=np.float64).T
    gaps = [
        abs(float(np.where(swap, ours, theirs).mean() - np.where(swap, theirs, ours).mean()))
        for swap in product((False, True), repeat=len(pairs))
    ]
    expected = np.mean(np.array(gaps) >= abs(ours.mean() - theirs.mean()) - 1e-12)
    assert paired_test(ours, theirs) == pytest.approx(expected)


def test_many_events_are_tested_near_the_exact_p() -> None:
    gaps = np.random.default_rng(7).normal(0.4, 1.0, 16)
    signs = np.array(list(product((1, -1), repeat=16)))
    exact = np.mean(np.abs(signs @ gaps) >= abs(gaps.sum()) - 1e-9)
    assert paired_test(gaps, np.zeros(16)) == pytest.approx(exact, abs=0.015)
    assert paired_test(np.linspace(5, 6, 80), np.zeros(80), resamples=999) == pytest.approx(1 / 1000), "never 0"


@pytest.mark.parametrize(("right", "events"), [(0, 5), (3, 9), (40, 88), (60, 88), (88, 88)])
def test_equal_chances_are_binomial(right: int, events: int) -> None:
    tails = binom.cdf(right, events, 1 / 3), binom.sf(right - 1, events, 1 / 3)
    assert chance_test(right, [1 / 3] * events) == pytest.approx(min(1.0, 2 * min(tails)), rel=1e-6, abs=1e-12)


def test_unequal_chances() -> None:
    # by hand: both right 1/2 · 1/4 = 1/8; none right 1/2 · 3/4 = 3/8
    assert [chance_test(right, [1 / 2, 1 / 4]) for right in range(3)] == pytest.approx([6 / 8, 1.0, 2 / 8])


@pytest.mark.parametrize(
    ("p", "corrected"),
    [
        ([], []),
        ([0.04], [0.04]),
        # sorted: .005·4, .01·3, .03·2, .04·1 raised to the one before
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.6, 0.5], [1.0, 1.0]),
        ([0.02, 0.02], [0.04, 0.04]),
    ],
)
def test_holm_by_hand(p: list[float], corrected: list[float]) -> None:
    assert holm(p) == pytest.approx(corrected)


def test_verdicts_follow_the_corrected_test() -> None:
    base = array(*[0] * 20, *[1] * 20)
    up, down, slight = np.ones(40), np.zeros(40), array(*[1] * 3, *[0] * 17, *[1] * 20)
    systems = {"up": up, "down": down, "slight": slight, "same": base}
    found = compare([Pairing(name, "base", "rougeL", scores, base) for name, scores in systems.items()])
    assert [(c.system, c.verdict) for c in found] == list(
        zip(systems, (BETTER, WORSE, UNDECIDED, UNDECIDED), strict=True)
    )
    assert found[0].low < found[0].difference == 0.5 < found[0].high
    assert found[0].p == pytest.approx(2 / 2**20)
    assert found[0].p_corrected == pytest.approx(4 * found[0].p)
    assert (found[2].p, found[2].low) == (0.25, 0.0)
    assert (found[3].difference, found[3].p_corrected) == (0.0, 1.0)


def test_a_given_p_replaces_the_test() -> None:
    (found,) = compare([Pairing("a", "random", "rougeL", array(*[1, 0] * 20), np.full(40, 0.5), p=0.2)])
    assert found.p == 0.2


@pytest.mark.parametrize(
    ("value", "sample", "percent"),
    [(0.3, [0.1, 0.2, 0.3, 0.4], 75), (0.1 + 0.2, [0.3], 100), (0.3, [0.1 + 0.2], 100), (0.0, [0.5], 0)],
)
def test_percentile_includes_ties(value: float, sample: list[float], percent: float) -> None:
    assert percentile(value, sample) == percent
