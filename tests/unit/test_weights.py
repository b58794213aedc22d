"""Weights against scikit-learn's own cosines, for the given pairs only."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import issparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from taeg.build import weights
from taeg.build.weights import cosines, tfidf

FLOOR = 0.05
TEXTS = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn, by dawn!",
    "",
    "Waves as high as houses.",
    "we LEFT the harbour at dawn",
    "\u05d1\u05e8\u05d0\u05e9\u05d9\u05ea high waves",
    "- ... -",
]
words = st.lists(st.sampled_from(["dawn", "harbour", "wave", "left", "us", "a", "Dawn,"]), max_size=6).map(" ".join)


def all_pairs(count: int) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.array(list(product(range(count), repeat=2)), dtype=np.int64).T
    return a, b


def expected(texts: list[str]) -> np.ndarray:
    cosine = cosine_similarity(TfidfVectorizer().fit_transform(texts)).ravel()
    return np.where(cosine > 0, cosine, FLOOR)


def test_weights_are_scikit_learns_cosines() -> None:
    found = cosines(tfidf(TEXTS), *all_pairs(len(TEXTS)), FLOOR)
    np.testing.assert_allclose(found, expected(TEXTS), rtol=0, atol=1e-12)


@given(st.lists(words, min_size=1, max_size=8))
def test_weights_are_scikit_learns_cosines_whatever_the_texts(texts: list[str]) -> None:
    texts = [*texts, "something with words"]
    found = cosines(tfidf(texts), *all_pairs(len(texts)), FLOOR)
    np.testing.assert_allclose(found, expected(texts), rtol=0, atol=1e-12)


def test_known_values() -> None:
    a, b = np.array([0, 0, 0]), np.array([4, 3, 2])
    same_words, no_word_shared, empty = cosines(tfidf(TEXTS), a, b, FLOOR)
    assert same_words == pytest.approx(1.0, abs=1e-12)
    assert no_word_shared == FLOOR
    assert empty == FLOOR


def test_a_small_cosine_is_not_lifted_to_the_floor() -> None:
    texts = ["shared " + " ".join(f"left{i}" for i in range(99)), "shared " + " ".join(f"right{i}" for i in range(99))]
    [weight] = cosines(tfidf(texts), np.array([0]), np.array([1]), FLOOR)
    assert 0 < weight < FLOOR


@pytest.mark.parametrize("texts", [["", "", ""], ["a", "-", "I"]], ids=["empty", "no-words"])
def test_texts_without_any_word_all_get_the_floor(texts: list[str]) -> None:
    rows = tfidf(texts)
    assert rows.shape[0] == 3
    assert cosines(rows, *all_pairs(3), FLOOR).tolist() == [FLOOR] * 9


def test_the_floor_is_the_callers() -> None:
    assert cosines(tfidf(["", "x y"]), np.array([0]), np.array([1]), 0.25).tolist() == [0.25]


def test_no_pairs_give_no_weights() -> None:
    none = np.empty(0, dtype=np.int64)
    assert cosines(tfidf(TEXTS), none, none, FLOOR).shape == (0,)


@pytest.mark.parametrize("chunk", [1, 2, 7, 48, 49, 50])
def test_the_chunk_changes_nothing(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = all_pairs(len(TEXTS))
    whole = cosines(tfidf(TEXTS), *pairs, FLOOR)
    monkeypatch.setattr(weights, "CHUNK", chunk)
    assert np.array_equal(cosines(tfidf(TEXTS), *pairs, FLOOR), whole)


def test_rows_stay_sparse() -> None:
    texts = [f"word{i} word{i + 1}" for i in range(20_000)]
    rows = tfidf(texts)
    assert issparse(rows)
    assert rows.shape == (20_000, 20_001)
    assert rows.nnz == 40_000
    a = np.arange(19_999)
    assert np.all(cosines(rows, a, a + 1, FLOOR) > 0.3)
