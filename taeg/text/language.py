"""Words, stems and sentence ends by language: what ROUGE, METEOR and the alignment of sentences are counted in.

English follows rouge-score and nltk to the letter, since published numbers hang on it. The other languages of the
table have nltk's Snowball stemmer and punkt's sentence ends; any other code gets plain words and a plain rule. Each
way of splitting has a name that goes into the signatures. Texts and words met before are not worked on again.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Protocol

from taeg.text import nltk_data as resources

Words = tuple[str, ...]

ENGLISH = "en"
UNKNOWN = "und"
NAMES = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "sv": "swedish",
}
"""Languages with both a stemmer and sentence data in nltk, by the names it has for them."""
OTHER_CODES = {
    "dan": "da",
    "deu": "de",
    "dut": "nl",
    "eng": "en",
    "fin": "fi",
    "fra": "fr",
    "fre": "fr",
    "ger": "de",
    "ita": "it",
    "nb": "no",
    "nld": "nl",
    "nn": "no",
    "nob": "no",
    "nor": "no",
    "por": "pt",
    "spa": "es",
    "swe": "sv",
}
SHORT_TEXT = 8_000
SHORT_TEXTS, LONG_TEXTS, SENTENCES, WORDS = 4_096, 8, 16_384, 131_072
"""How many are remembered: every version and segment of a corpus, and the few whole narratives in hand."""

_SENTENCE_END = re.compile(r"""[.!?\u2026\u3002\uff01\uff1f]+["'\u2019\u201d\u00bb\u201c\u2018\u203a)\]]*(?=\s)""")
_ENGLISH_WORD = re.compile(r"[a-z0-9]+")


class _Splitter(Protocol):
    def tokenize(self, text: str) -> list[str]: ...


class Language:
    """One language's words, stems and sentences; get it from `language(code)`."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.name = NAMES.get(code)
        self.synonyms = code == ENGLISH
        """Whether METEOR has synonyms: WordNet 3.0 is English."""
        self.stem: Callable[[str], str] = lru_cache(WORDS)(_stemmer(code, self.name)) if self.name else _unchanged
        """The stem of a lower-case word: Porter's for English, else Snowball's, else the word itself."""
        self.rouge_tokens = _remembered(self._english_words if code == ENGLISH else self._stemmed_words)
        """The stemmed words that ROUGE counts."""
        self.meteor_tokens = _remembered(self._punkt_words if self.name else _words)
        """The lower-case words, and for the languages of the table punctuation marks, that METEOR aligns."""
        self._punkt_sentences = _remembered(self._by_punkt)

    def sentences(self, text: str) -> Words:
        """The sentences, each word for word as in the text, by punkt where it has data, else by the plain rule."""
        return self._punkt_sentences(text) if self._has_punkt() else plain_sentences(text)

    @property
    def sentence_rule(self) -> str:
        """How `sentences` splits on this machine, for signatures."""
        return f"punkt-{self.name}" if self._has_punkt() else "plain"

    @property
    def stem_rule(self) -> str:
        """Whose stems these are, for signatures."""
        if self.code == ENGLISH:
            return "porter"
        return f"snowball-{self.name}" if self.name else "none"

    @property
    def rouge_rule(self) -> str:
        """What ROUGE's tokens are, for signatures."""
        return "rouge-score" if self.code == ENGLISH else "unicode-words"

    @property
    def meteor_rule(self) -> str:
        """What METEOR's tokens are, for signatures."""
        return f"word_tokenize-{self.name}" if self.name else "unicode-words"

    def _has_punkt(self) -> bool:
        if self.name is None:
            return False
        try:
            resources.punkt(self.name)
        except resources.ResourceMissing:
            return False
        return True

    def _by_punkt(self, text: str) -> Words:
        return tuple(self._punkt().tokenize(text))

    def _punkt(self) -> _Splitter:
        splitter: _Splitter = resources.punkt(self.name or "")
        return splitter

    def _punkt_words(self, text: str) -> Words:
        lower = (text if self.code == ENGLISH else unicodedata.normalize("NFC", text)).lower()
        return tuple(word for sentence in self._punkt().tokenize(lower) for word in _treebank_words(sentence))

    def _english_words(self, text: str) -> Words:
        """As rouge-score: what is not a to z or a digit separates, words of up to three letters stay as they are."""
        stem = self.stem
        return tuple(stem(word) if len(word) > 3 else word for word in _ENGLISH_WORD.findall(text.lower()))

    def _stemmed_words(self, text: str) -> Words:
        stem = self.stem
        return tuple(stem(word) for word in _words(text))


def language(code: str) -> Language:
    """Return the language of a code such as 'en', 'de-AT' or 'por'; any other code has plain words and sentences."""
    base = re.split("[-_]", code.strip().casefold())[0]
    return _language(OTHER_CODES.get(base, base) or UNKNOWN)


@cache
def _language(code: str) -> Language:
    return Language(code)


def plain_sentences(text: str) -> Words:
    """Split after . ! ? and the quotes and brackets that close with it, where white space follows."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    pieces = (text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True))
    return tuple(piece for piece in pieces if piece)


def _words(text: str) -> Words:
    """Runs of letters, their marks and digits of any script, composed and folded.

    Folding can decompose (a dotted capital I), so composing comes after it too.
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return tuple(folded.translate(_SEPARATORS).split())


class _Separators(dict[int, int]):
    """For str.translate: letters, digits and marks (the vowels of many scripts) stay, all else is a space."""

    def __missing__(self, point: int) -> int:
        self[point] = point if unicodedata.category(chr(point))[0] in "LMN" else ord(" ")
        return self[point]


_SEPARATORS = _Separators()


def _stemmer(code: str, name: str | None) -> Callable[[str], str]:
    from nltk.stem import PorterStemmer, SnowballStemmer

    stem: Callable[[str], str] = (PorterStemmer() if code == ENGLISH else SnowballStemmer(name)).stem
    return stem


def _unchanged(word: str) -> str:
    return word


@lru_cache(SENTENCES)
def _treebank_words(sentence: str) -> Words:
    """Words of one sentence as nltk splits them; narratives of one corpus share most of theirs."""
    from nltk.tokenize import word_tokenize

    return tuple(word_tokenize(sentence, preserve_line=True))


def _remembered(make: Callable[[str], Words]) -> Callable[[str], Words]:
    """Remember many short texts and a few long ones, so that memory stays bounded."""
    short, long = lru_cache(SHORT_TEXTS)(make), lru_cache(LONG_TEXTS)(make)

    def words(text: str) -> Words:
        return short(text) if len(text) < SHORT_TEXT else long(text)

    return words
