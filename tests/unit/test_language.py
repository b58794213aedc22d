"""Tokens, stems and sentences by language."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.stem import SnowballStemmer
from nltk.stem.porter import PorterStemmer
from rouge_score import tokenize

from taeg.text import nltk_data
from taeg.text.language import NAMES, language
from taeg.text.nltk_data import ResourceMissing
from taeg.text.scripts import has_unspaced


@pytest.fixture
def punkt() -> None:
    try:
        nltk_data.punkt("english")
    except ResourceMissing as missing:
        if os.environ.get("TAEG_REQUIRE_METRICS") == "1":
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture
def no_punkt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A machine without NLTK data and network."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.setattr("nltk.data.path", [])
    monkeypatch.setattr(nltk_data, "_download", lambda _: None)
    nltk_data.punkt.cache_clear()
    yield
    nltk_data.punkt.cache_clear()


@given(st.text(max_size=80))
def test_english_tokens_equal_rouge_score(text: str) -> None:
    assume(not has_unspaced(text))
    assert list(language("en").rouge_tokens(text)) == tokenize.tokenize(text, PorterStemmer())


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("en", "The keepers' lanterns, 3 of them!", ["the", "keeper", "lantern", "3", "of", "them"]),
        ("de", "Die Stra\u00dfen der H\u00c4FEN", ["die", "strass", "der", "haf"]),
        ("es", "Los barcos navegaban", ["los", "barc", "naveg"]),
        ("pt", "Os cora\u00e7\u00f5es dos irm\u00e3os", ["os", "cora\u00e7\u00f5", "dos", "irm\u00e3"]),
        ("und", "Die Stra\u00dfen der H\u00c4FEN", ["die", "strassen", "der", "h\u00e4fen"]),
        ("und", "\u0130stanbul", ["i\u0307stanbul"]),
        ("hi", "\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e\u0964",
         ["\u0939\u093f\u0928\u094d\u0926\u0940", "\u092d\u093e\u0937\u093e"]),
        ("und", "a_b c\u2019d \u2014 \u2116 5", ["a", "b", "c", "d", "5"]),
    ],
)  # fmt: skip
def test_rouge_tokens(code: str, text: str, words: list[str]) -> None:
    assert list(language(code).rouge_tokens(text)) == words


@pytest.mark.parametrize("code", ["de", "es", "pt", "und"])
def test_normalization(code: str) -> None:
    assert language(code).rouge_tokens("a\u0303 u\u0308ber") == language(code).rouge_tokens("\u00e3 \u00fcber")


@pytest.mark.parametrize(
    ("code", "same_as"),
    [("EN", "en"), ("en-GB", "en"), ("eng", "en"), ("de_AT", "de"), ("ger", "de"), ("por", "pt"), ("", "und")],
)
def test_language_codes(code: str, same_as: str) -> None:
    assert language(code) is language(same_as)


def test_unknown_language() -> None:
    unknown = language("tlh")
    assert (unknown.code, unknown.stem("sailing")) == ("tlh", "sailing")
    rules = (unknown.stem_rule, unknown.rouge_rule, unknown.meteor_rule, unknown.sentence_rule)
    assert rules == ("none", "unicode-words", "unicode-words", "unicode")
    assert not unknown.synonyms
    assert unknown.meteor_tokens("Two SHIPS, sailing.") == ("two", "ships", "sailing")


def test_snowball_stems() -> None:
    for code in set(NAMES) - {"en"}:
        assert language(code).stem("navegantes") == SnowballStemmer(NAMES[code]).stem("navegantes")
        assert language(code).stem_rule == f"snowball-{NAMES[code]}"
        assert not language(code).synonyms, "WordNet is English"


@pytest.mark.usefixtures("punkt")
def test_sentences() -> None:
    for code, name in NAMES.items():
        assert language(code).sentence_rule == f"punkt-{name}"
        text = "Das Schiff lag still. Niemand kam."
        assert language(code).sentences(text) == ("Das Schiff lag still.", "Niemand kam.")
    assert language("en").sentences("Dr. Hale rowed out. He saw her.") == ("Dr. Hale rowed out.", "He saw her.")
    assert language("de").sentences("Er kam z.B. um acht. Dann ging er.") == ("Er kam z.B. um acht.", "Dann ging er.")


@pytest.mark.usefixtures("punkt")
def test_meteor_tokens_equal_nltk() -> None:
    from nltk import word_tokenize

    text = "\u201cDon't row,\u201d said the keeper; 'it's $3.50!' Nobody (e.g. Mr. Hale) could've."
    nltk_data.punkt("english")
    assert list(language("en").meteor_tokens(text)) == word_tokenize(text.lower())
    german = "Der Kapit\u00e4n sagte: \u201eKomm z.B. morgen.\u201c Er ging."
    assert list(language("de").meteor_tokens(german)) == word_tokenize(german.lower(), "german")


@pytest.mark.usefixtures("no_punkt")
def test_without_punkt() -> None:
    assert language("en").sentence_rule == "unicode"
    assert language("en").sentences("He came. She went.") == ("He came.", "She went.")
    with pytest.raises(ResourceMissing, match="make setup-data"):
        language("en").meteor_tokens("Words that no other test has split.")
