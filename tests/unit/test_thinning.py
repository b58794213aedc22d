"""Scores over thinned ties stay close to those over all pairs; the large comparison is `bench.sparse`."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from bench import sparse
from taeg.build import large_events as thinning
from taeg.build import weights
from taeg.build.centrality import lexrank
from taeg.model.profile import AUDITED, FLOOR, PROFILES, Profile

USED = next(iter(sparse.FORMS))


@pytest.fixture(scope="module")
def corpus() -> sparse.Generated:
    return sparse.generated((70, 130, 260), 10, 11)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_scores_stay_close(corpus: sparse.Generated, profile: Profile) -> None:
    for large in sparse.compared(corpus, profile, {USED: sparse.FORMS[USED]})[USED]:
        assert large.mean < 0.003
        assert large.furthest < 0.02
        assert large.ranks > 0.995
        assert large.behind < 0.005


def test_closer_than_cosines_of_the_same_pairs(corpus: sparse.Generated) -> None:
    forms = ("cosines as they are", "sums alone", USED)
    found = sparse.compared(corpus, AUDITED, {form: sparse.FORMS[form] for form in forms})
    plain, fitted, used = (np.mean([large.mean for large in found[form]]) for form in forms)
    assert used < fitted < plain


def test_an_event_alone_has_the_scores_of_all_its_pairs(corpus: sparse.Generated) -> None:
    """Without ties to other events nothing is neglected."""
    places = np.flatnonzero(corpus.event == corpus.large[-1])
    rows = csr_array(weights.tfidf([corpus.texts[i] for i in places.tolist()]))
    thinned = lexrank(len(places), thinning.inside(rows, FLOOR))
    np.testing.assert_allclose(thinned, lexrank(len(places), sparse._all_pairs(rows)), rtol=1e-4)


@pytest.mark.parametrize("size", [70, 300, 1000, 1500])
@pytest.mark.parametrize("odd", sparse.ODD.values(), ids=sparse.ODD)
def test_events_of_odd_make(odd: sparse.Odd, size: int) -> None:
    """The fit may not arrive there; scores stay near all the same."""
    found = sparse.alone(odd.texts(size), sparse.FORMS[USED])
    assert found.furthest <= odd.bar
    assert found.mean <= 0.01
    assert found.behind <= sparse.BAR_BEHIND


def test_no_fit_by_strangers_that_were_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth share no word with the rest: guessing which they are would lead the walk astray."""
    rng = np.random.default_rng(7)
    said = [f"one two word{i}" if i % 5 else f"own{i} lone{i}" for i in rng.permutation(300)]
    rows = csr_array(weights.tfidf(said))
    assert thinning._Whole.of(rows, FLOOR).known
    monkeypatch.setattr(thinning, "SAMPLE", 100)
    assert not thinning._Whole.of(rows, FLOOR).known
    assert sparse.alone(said, sparse.FORMS[USED]).furthest <= 0.1


def test_a_fit_that_strays_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the last round says, NaN, nothing or too much: the weights are those of the sums."""
    rows = csr_array(weights.tfidf(sparse.wired(200)))
    monkeypatch.setattr(thinning._Whole, "known", False)
    wanted = thinning.inside(rows, FLOOR)
    monkeypatch.setattr(thinning._Whole, "known", True)
    assert not np.array_equal(thinning.inside(rows, FLOOR).weight, wanted.weight)
    for stray in (np.nan, np.inf, 0.0, -1.0, 1.05):
        monkeypatch.setattr(thinning, "_matched", lambda a, b, weight, *_, stray=stray: weight * stray)
        np.testing.assert_array_equal(thinning.inside(rows, FLOOR).weight, wanted.weight)


@pytest.mark.parametrize("floor", [FLOOR, 1e-9, 0.0])
@pytest.mark.parametrize("texts", [[""] * 70, ["one"] * 70, [""] + ["one"] * 80, [f"own{i}" for i in range(90)]])
def test_weights_are_always_above_zero(texts: list[str], floor: float) -> None:
    rows = csr_array(weights.tfidf(texts))
    for found in (thinning.inside(rows, floor), thinning.between(rows, csr_array(rows[:66]), floor)):
        assert np.all(np.isfinite(found.weight))
        assert np.all(found.weight > 0)


@pytest.mark.parametrize("size", [65, 66, 67, 128, 129, 1000, 4097])
def test_partners_are_as_many_for_all_and_spread(size: int) -> None:
    strides = thinning._strides(size)
    assert len(set(strides.tolist())) == len(strides) == min(thinning.PARTNERS, size - 1) // 2
    assert strides.min() >= 1
    assert strides.max() <= (size - 1) // 2
    gaps = np.diff(np.sort(strides), prepend=0, append=(size - 1) // 2)
    assert gaps.max() <= 4 * size / thinning.PARTNERS


def test_more_versions_than_are_asked_for_common_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of two words out of twenty, mostly strangers: the estimate is near what all of them say."""
    rng = np.random.default_rng(5)
    said = [f"word{a} word{b}" for a, b in rng.integers(0, 20, (600, 2))] + [""] * 20
    rows = csr_array(weights.tfidf([said[i] for i in rng.permutation(len(said))]))
    exact = thinning._Whole.of(rows, FLOOR).sums
    monkeypatch.setattr(thinning, "SAMPLE", 200)
    judged = thinning._Whole.of(rows, FLOOR).sums
    assert np.abs(judged / exact - 1).max() < 0.05
    found = thinning.inside(rows, FLOOR)
    sums = np.bincount(found.a, found.weight, len(said)) + np.bincount(found.b, found.weight, len(said))
    np.testing.assert_allclose(sums, judged, rtol=0.01)
