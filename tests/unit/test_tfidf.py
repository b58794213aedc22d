"""Word counts, TF-IDF and similarity against scikit-learn."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from taeg.text import tfidf as module
from taeg.text.scripts import has_unspaced
from taeg.text.tfidf import cosines, count_similar, split_words, tfidf

TEXTS = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn, by dawn!",
    "",
    "zebra apple zebra mango apple zebra",
    "\u05d1\u05e8\u05d0\u05e9\u05d9\u05ea high waves, \u0130stanbul, stra\u00dfe; \u00e9 l'\u00e9t\u00e9 x_1 _ 7 42",
    "- ... -",
    "a I x",
]
any_texts = st.lists(st.text(max_size=60) | st.sampled_from(TEXTS), max_size=12)


def all_pairs(count: int) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.array(list(product(range(count), repeat=2)), dtype=np.int64).T
    return a, b


@given(st.text(max_size=80))
@example("\u0130 \u00df \ufb01 \u0345 x\u0301y ab\x00cd ab\u2028cd e\u0301te")
def test_words_match_scikit_learn(text: str) -> None:
    assume(not has_unspaced(text))
    assert list(split_words(text)) == CountVectorizer().build_analyzer()(text)


@settings(deadline=None)
@given(any_texts)
def test_cosines_match_scikit_learn(texts: list[str]) -> None:
    texts = [*(text for text in texts if not has_unspaced(text)), "something with words"]
    expected = cosine_similarity(TfidfVectorizer().fit_transform(texts)).ravel()
    np.testing.assert_allclose(cosines(tfidf(texts), *all_pairs(len(texts))), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("texts", [[], [""] * 3, ["a", "-", "I"]], ids=["none", "empty", "no-words"])
def test_texts_without_words_have_empty_rows(texts: list[str]) -> None:
    rows = tfidf(texts)[np.arange(len(texts))]
    assert rows.shape == (len(texts), 1)
    assert rows.nnz == 0


@pytest.mark.parametrize("chunk", [1, 7, 50])
def test_cosines_do_not_depend_on_the_chunk_size(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, pairs = tfidf(TEXTS), all_pairs(len(TEXTS))
    expected = cosines(rows, *pairs)
    monkeypatch.setattr(module, "CHUNK", chunk)
    assert np.array_equal(cosines(rows, *pairs), expected)


def test_similar_texts_are_counted_above_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["dawn harbour", "dawn harbour", "dawn wave", "42", "other words"]
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 2)
    assert count_similar(texts, 0.4).tolist() == [3, 3, 3, 1, 1]
    assert count_similar(texts, 0.6).tolist() == [2, 2, 1, 1, 1]
    assert count_similar([], 0.5).tolist() == []
