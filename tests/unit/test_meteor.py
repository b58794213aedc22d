"""METEOR compared with nltk."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk import word_tokenize
from nltk.stem import SnowballStemmer
from nltk.translate.meteor_score import align_words as nltk_align_words
from nltk.translate.meteor_score import meteor_score as nltk_meteor_score

from eval.metrics.meteor import align, meteor, require, score_words, signature
from taeg.text import nltk_data
from taeg.text.language import language
from taeg.text.nltk_data import ResourceMissing

SOME_WORDS = """the a ship ships vessel boat boats sail sails sailed sailing keeper keeps kept hold big large great
good well goodness quick fast quickly car auto automobile say tell state said told . , ' n't run ran running"""
ENGLISH = language("en")
words = st.lists(st.sampled_from(SOME_WORDS.split()), max_size=40)


@pytest.fixture(scope="module", autouse=True)
def data() -> None:
    try:
        require("en")
    except ResourceMissing as missing:
        if os.environ.get("TAEG_REQUIRE_METRICS") == "1":
            pytest.fail(str(missing))
        pytest.skip(str(missing))


def align_words(candidate: list[str], reference: list[str]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = nltk_align_words(candidate, reference, wordnet=nltk_data.wordnet())[0]
    return pairs


def meteor_score(candidate: list[str], reference: list[str]) -> float:
    return float(nltk_meteor_score([reference], candidate, wordnet=nltk_data.wordnet()))


def of_texts(candidate: str, reference: str) -> float:
    """Score texts with nltk alone."""
    return meteor_score(word_tokenize(candidate.lower()), word_tokenize(reference.lower()))


class NoSynonyms:
    """An empty WordNet, which disables nltk's last stage."""

    def synsets(self, word: str) -> list[object]:
        return []


@settings(max_examples=300, deadline=None)
@given(words, words)
def test_alignment_and_score_equal_nltk(candidate: list[str], reference: list[str]) -> None:
    assert align(candidate, reference, ENGLISH) == align_words(candidate, reference)
    ours = score_words(candidate, reference, ENGLISH)
    assert ours == pytest.approx(meteor_score(candidate, reference), abs=1e-12)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abst'. \n\u201c\u201d\u00e9X", max_size=60), st.text(alphabet="abst'. X", max_size=60))
def test_scores_of_texts_equal_nltk(candidate: str, reference: str) -> None:
    theirs = of_texts(candidate, reference)
    assert meteor(candidate, reference) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("code", ["de", "es", "pt"])
@settings(max_examples=50, deadline=None)
@given(words, words)
def test_other_languages_use_stems_only(code: str, candidate: list[str], reference: list[str]) -> None:
    tongue = language(code)
    stemmer = SnowballStemmer(tongue.name)
    theirs = nltk_meteor_score([reference], candidate, stemmer=stemmer, wordnet=NoSynonyms())
    assert score_words(candidate, reference, tongue) == pytest.approx(theirs, abs=1e-12)


def test_an_unknown_language_needs_no_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.setattr("nltk.data.path", [])
    require("und")
    assert meteor("\u0434\u0432\u0430 \u0441\u0443\u0434\u043d\u0430", "\u0434\u0432\u0430", "und") > 0


def test_signature() -> None:
    assert "|stages:exact+porter+wordnet-3.0|" in signature()
    assert "|stages:exact+snowball-german|" in signature("de")
    assert "|stages:exact|" in signature("und")
    assert "|nltk:" in signature()
