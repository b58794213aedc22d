"""Intervals and tests on cases with a known answer: theory, full enumeration, scipy, numbers worked out by hand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, bootstrap

from eval.statistics import (
    BETTER,
    UNDECIDED,
    WORSE,
    Contest,
    Interval,
    Ratio,
    chance_test,
    compare,
    difference,
    exact_test,
    floor,
    holm,
    interval,
    paired_test,
    percentile,
)
from taeg.base.errors import InputError


def test_intervals_of_a_normal_mean_hold_it_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    samples = rng.normal(loc=3.0, scale=2.0, size=(600, 50))
    found = [interval(Ratio.mean(sample), seed=n, resamples=1000) for n, sample in enumerate(samples)]
    assert np.mean([i.low <= 3.0 <= i.high for i in found]) == pytest.approx(0.94, abs=0.025)
    assert np.mean([i.high - i.low for i in found]) == pytest.approx(2 * 1.96 * 2 / np.sqrt(50), rel=0.04)


def test_intervals_of_a_ratio_hold_it_as_often_as_they_say() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for n in range(400):
        bottoms = rng.gamma(3.0, size=80)
        tops = bottoms * rng.beta(4.0, 1.0, size=80)
        found = interval(Ratio.sums(tops, bottoms), seed=n, resamples=1000)
        held += found.low <= 0.8 <= found.high
    assert held / 400 == pytest.approx(0.94, abs=0.03)


def test_intervals_of_a_difference_hold_it_as_often_as_they_say_and_gain_by_pairing() -> None:
    rng = np.random.default_rng(3)
    held, widths = 0, []
    for n in range(400):
        hard = rng.normal(scale=5.0, size=60)
        ours, theirs = Ratio.mean(hard + rng.normal(0.5, 1.0, 60)), Ratio.mean(hard + rng.normal(0.0, 1.0, 60))
        found = difference(ours, theirs, seed=n, resamples=1000)
        held += found.low <= 0.5 <= found.high
        widths.append(found.high - found.low)
    assert held / 400 == pytest.approx(0.94, abs=0.03)
    assert np.mean(widths) == pytest.approx(2 * 1.96 * np.sqrt(2 / 60), rel=0.05)


def test_the_interval_is_scipys() -> None:
    values = np.random.default_rng(4).gamma(2.0, size=95)
    found = interval(Ratio.mean(values), resamples=40_000)
    theirs = bootstrap((values,), np.mean, n_resamples=40_000, method="percentile", rng=1).confidence_interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)


@pytest.mark.parametrize("value", [0.0, 0.1, 1.0])
def test_events_that_all_agree_give_a_point(value: float) -> None:
    score = Ratio.mean([value] * 30)
    assert interval(score) == Interval(score.value, score.value, score.value)
    uneven = np.arange(1.0, 31.0)
    assert difference(Ratio.sums(uneven * 0.3, uneven), Ratio.sums(uneven * 0.1, uneven)).low == pytest.approx(0.2)
    same = Ratio.sums(np.sin(uneven), uneven)
    assert difference(same, same) == Interval(0.0, 0.0, 0.0)


def test_one_event_gives_a_point() -> None:
    assert interval(Ratio.mean([0.4])) == Interval(0.4, 0.4, 0.4)


def test_resamples_without_a_score_are_left_out() -> None:
    found = interval(Ratio.sums([1, 0, 0], [2, 0, 0]))
    assert found == Interval(0.5, 0.5, 0.5)


def test_wider_confidence_is_wider() -> None:
    score = Ratio.mean(np.random.default_rng(5).random(40))
    narrow, wide = interval(score, confidence=0.8), interval(score, confidence=0.99)
    assert wide.low < narrow.low < score.value < narrow.high < wide.high


def test_the_seed_decides() -> None:
    rng = np.random.default_rng(6)
    ours, theirs = Ratio.mean(rng.random(60)), Ratio.mean(rng.random(60))
    for measure in (difference, paired_test):
        assert measure(ours, theirs, seed=1) == measure(ours, theirs, seed=1)
        assert measure(ours, theirs, seed=1) != measure(ours, theirs, seed=2)
    assert interval(ours, seed=1) == interval(ours, seed=1) != interval(ours, seed=2)


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_exact_test_is_scipys(wins: int, losses: int) -> None:
    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert exact_test(wins, losses) == pytest.approx(expected, rel=1e-9)


def test_outcomes_right_or_wrong_are_tested_exactly() -> None:
    ours, theirs = Ratio.mean([1] * 9 + [0] * 2 + [1] * 50), Ratio.mean([0] * 9 + [1] * 2 + [1] * 50)
    assert paired_test(ours, theirs) == pytest.approx(binomtest(9, 11).pvalue)
    assert paired_test(ours, ours) == 1.0


def enumerated(ours: Ratio, theirs: Ratio) -> float:
    """The p of all swaps, one by one."""
    gaps = []
    for swap in product((False, True), repeat=len(ours.tops)):
        keep = ~np.array(swap)
        a = Ratio(np.where(keep, ours.tops, theirs.tops), np.where(keep, ours.bottoms, theirs.bottoms))
        b = Ratio(np.where(keep, theirs.tops, ours.tops), np.where(keep, theirs.bottoms, ours.bottoms))
        gaps.append(abs(a.value - b.value))
    return float(np.mean(np.array(gaps) >= abs(ours.value - theirs.value) - 1e-12))


scores = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=7)
quotients = st.lists(st.tuples(*[st.integers(0, 5), st.integers(1, 4)] * 2), min_size=1, max_size=7)


@settings(deadline=None)
@given(scores)
def test_few_events_are_tested_by_every_swap(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = (Ratio.mean(column) for column in zip(*pairs, strict=True))
    assert paired_test(ours, theirs) == pytest.approx(enumerated(ours, theirs))


@settings(deadline=None)
@given(quotients)
def test_few_ratios_are_tested_by_every_swap(rows: list[tuple[int, int, int, int]]) -> None:
    a, b, c, d = zip(*rows, strict=True)
    ours, theirs = Ratio.sums(a, b), Ratio.sums(c, d)
    assert paired_test(ours, theirs) == pytest.approx(enumerated(ours, theirs))


def test_many_events_are_tested_by_drawn_swaps_near_the_exact_p() -> None:
    rng = np.random.default_rng(7)
    ours, theirs = rng.normal(0.4, 1.0, 16), np.zeros(16)  # 65,536 swaps, all of which can still be tried here
    signs = np.array(list(product((1, -1), repeat=16)))
    exact = np.mean(np.abs(signs @ ours) >= abs(ours.sum()) - 1e-9)
    assert paired_test(Ratio.mean(ours), Ratio.mean(theirs)) == pytest.approx(exact, abs=0.015)


def test_drawn_swaps_never_give_zero() -> None:
    ours, theirs = Ratio.mean(np.linspace(5, 6, 80)), Ratio.mean(np.zeros(80))
    assert paired_test(ours, theirs, resamples=999) == pytest.approx(1 / 1000)


def test_false_alarms_are_as_rare_as_promised() -> None:
    rng = np.random.default_rng(8)
    alarms = [
        paired_test(Ratio.mean(rng.random(30)), Ratio.mean(rng.random(30)), seed=n, resamples=499) < 0.05
        for n in range(500)
    ]
    assert np.mean(alarms) == pytest.approx(0.05, abs=0.025)


@pytest.mark.parametrize(("right", "events"), [(0, 5), (3, 9), (40, 88), (60, 88), (88, 88)])
def test_equal_chances_are_binomial(right: int, events: int) -> None:
    tails = binom.cdf(right, events, 1 / 3), binom.sf(right - 1, events, 1 / 3)
    assert chance_test(right, [1 / 3] * events) == pytest.approx(min(1.0, 2 * min(tails)), rel=1e-9)


def test_unequal_chances() -> None:
    # by hand: both right 1/2 · 1/4 = 1/8; none right 1/2 · 3/4 = 3/8
    assert chance_test(2, [1 / 2, 1 / 4]) == pytest.approx(2 / 8)
    assert chance_test(0, [1 / 2, 1 / 4]) == pytest.approx(6 / 8)
    assert chance_test(1, [1 / 2, 1 / 4]) == 1.0
    with pytest.raises(ValueError):
        chance_test(3, [1 / 2, 1 / 4])


def test_holm_by_hand() -> None:
    assert holm([]) == []
    assert holm([0.04]) == [0.04]
    # sorted: .005·4, .01·3, .03·2, .04·1 raised to the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.5]) == [1.0, 1.0]
    assert holm([0.02, 0.02]) == pytest.approx([0.04, 0.04])


def test_the_words_follow_the_corrected_test() -> None:
    base = Ratio.mean([0] * 20 + [1] * 20)
    up, down = Ratio.mean([1] * 40), Ratio.mean([0] * 40)
    slight = Ratio.mean([1] * 3 + [0] * 17 + [1] * 20)
    found = compare(
        [
            Contest("up", "base", up, base),
            Contest("down", "base", down, base),
            Contest("slight", "base", slight, base),
            Contest("same", "base", base, base),
        ]
    )
    assert [c.verdict for c in found] == [BETTER, WORSE, UNDECIDED, UNDECIDED]
    assert [c.system for c in found] == ["up", "down", "slight", "same"]
    assert found[0].difference == 0.5
    assert found[0].low < 0.5 < found[0].high
    assert found[0].p == pytest.approx(2 / 2**20)
    assert found[0].p_corrected == pytest.approx(4 * found[0].p)
    assert (found[2].p, found[2].low) == (0.25, 0.0)
    assert (found[3].difference, found[3].p_corrected) == (0.0, 1.0)


def test_more_comparisons_ask_for_more() -> None:
    base, ahead = Ratio.mean([0] * 6 + [1] * 30), Ratio.mean([1] * 36)  # p = 2/64
    assert compare([Contest("a", "base", ahead, base)])[0].verdict == BETTER
    together = compare([Contest(name, "base", ahead, base) for name in "ab"])
    assert {c.verdict for c in together} == {UNDECIDED}
    assert together[0].p_corrected == pytest.approx(4 / 64)


def test_a_p_of_its_own_is_taken() -> None:
    base, ahead = Ratio.mean([0.5] * 40), Ratio.mean([1, 0] * 20)
    (found,) = compare([Contest("a", "random", ahead, base, p=0.2)])
    assert found.p == 0.2


def test_the_percentile_counts_ties() -> None:
    assert percentile(0.3, [0.1, 0.2, 0.3, 0.4]) == 75.0
    assert percentile(0.1 + 0.2, [0.3]) == 100.0
    assert percentile(0.3, [0.1 + 0.2]) == 100.0
    assert percentile(0.0, [0.5]) == 0.0


def test_the_floor() -> None:
    assert floor([2, 2, 4, 3]) == pytest.approx((0.5 + 0.5 + 0.25 + 1 / 3) / 4)


def test_nothing_to_compare_is_said_to_the_user() -> None:
    for empty in (lambda: Ratio.mean([]), lambda: Ratio.sums([1], [0]), lambda: floor([]), lambda: percentile(1, [])):
        with pytest.raises(InputError):
            empty()


def test_wrong_arrays_are_refused() -> None:
    for wrong in (
        lambda: Ratio.sums([1, 2], [1]),
        lambda: Ratio.sums([1, 2], [1, -1]),
        lambda: Ratio.mean([1, float("nan")]),
        lambda: Ratio.mean([[1, 2]]),
        lambda: floor([2, 0]),
        lambda: difference(Ratio.mean([1, 2]), Ratio.mean([1])),
        lambda: paired_test(Ratio.mean([1, 2]), Ratio.mean([1])),
    ):
        with pytest.raises(ValueError):
            wrong()
