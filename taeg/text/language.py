"""Tokens, stems and sentences by language, as ROUGE, METEOR and sentence alignment use them.

English equals rouge-score and NLTK exactly, because the published numbers depend on it. The other languages in `NAMES`
use NLTK's Snowball stemmer and punkt; any other language code gets the words and sentence ends of `taeg.text.scripts`.
So do texts in scripts without spaces, whatever their code. Each rule has a name that is part of the metric signatures.
Results are cached.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

from taeg.text import nltk_data, scripts
from taeg.text.scripts import Words

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
"""Languages that are stemmed and split with NLTK, by its names for them; all are written in Latin letters."""
OTHER_CODES = {
    **{"dan": "da", "deu": "de", "dut": "nl", "eng": "en", "fin": "fi", "fra": "fr", "fre": "fr", "ger": "de"},
    **{"ita": "it", "nb": "no", "nld": "nl", "nn": "no", "nob": "no", "nor": "no", "por": "pt", "spa": "es"},
    "swe": "sv",
}
"""ISO 639-2 codes and the two written standards of Norwegian."""
SHORT_TEXT = 8_000
SHORT_TEXTS, LONG_TEXTS, SENTENCES, WORDS = 4_096, 8, 16_384, 131_072
"""Cache sizes: enough for every version of a gospel corpus and for the few whole narratives in use."""

_ENGLISH_WORD = re.compile(r"[a-z0-9]+")


class Language:
    """Tokens, stems and sentences of one language; created by `language(code)`."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.name = NAMES.get(code)
        self.synonyms = code == ENGLISH
        """Whether METEOR matches synonyms: WordNet 3.0 has only English."""
        self.stem: Callable[[str], str] = lru_cache(WORDS)(_stemmer(code, self.name)) if self.name else str
        """Return the stem of a lower-case word: Porter for English, Snowball for others in `NAMES`, else unchanged."""
        rouge = self._english_words if code == ENGLISH else self._stemmed_words
        self.rouge_tokens = _cached(_by_script(rouge) if self.name else scripts.words)
        """Return the stemmed words that ROUGE counts."""
        self.meteor_tokens = _cached(_by_script(self._punkt_words) if self.name else scripts.words)
        """Return the lower-case words that METEOR aligns; languages in `NAMES` include punctuation marks."""
        self.plain_words = _cached(scripts.words)
        """Return the words of any script, case-folded and not stemmed."""
        self._punkt_sentences = _cached(self._by_punkt)

    def sentences(self, text: str) -> Words:
        """Split into sentences, verbatim, with punkt if it has data for the language, else at Unicode's terminators.

        Punkt knows only `.`, `!` and `?`, so its sentences are split again at the terminators of other scripts.
        """
        return self._punkt_sentences(text) if self._has_punkt() else scripts.sentences(text)

    @property
    def sentence_rule(self) -> str:
        """Name of the rule that `sentences` uses on this machine."""
        return f"punkt-{self.name}" if self._has_punkt() else scripts.TERMINATORS

    @property
    def stem_rule(self) -> str:
        """Name of the stemmer."""
        if self.code == ENGLISH:
            return "porter"
        return f"snowball-{self.name}" if self.name else "none"

    @property
    def rouge_rule(self) -> str:
        """Name of the rule for ROUGE's tokens."""
        return "rouge-score" if self.code == ENGLISH else "unicode-words"

    @property
    def meteor_rule(self) -> str:
        """Name of the rule for METEOR's tokens."""
        return f"word_tokenize-{self.name}" if self.name else "unicode-words"

    def _has_punkt(self) -> bool:
        if self.name is None:
            return False
        try:
            nltk_data.punkt(self.name)
        except nltk_data.ResourceMissing:
            return False
        return True

    def _by_punkt(self, text: str) -> Words:
        found = nltk_data.punkt(self.name or "").tokenize(text)
        return tuple(sentence for piece in found for sentence in scripts.refine(piece))

    def _punkt_words(self, text: str) -> Words:
        lower = (text if self.code == ENGLISH else unicodedata.normalize("NFC", text)).lower()
        found = nltk_data.punkt(self.name or "").tokenize(lower)
        return tuple(word for sentence in found for word in _treebank_words(sentence))

    def _english_words(self, text: str) -> Words:
        """Tokenize like rouge-score: only a-z and digits count, and words of up to three letters are not stemmed."""
        stem = self.stem
        return tuple(stem(word) if len(word) > 3 else word for word in _ENGLISH_WORD.findall(text.lower()))

    def _stemmed_words(self, text: str) -> Words:
        stem = self.stem
        return tuple(stem(word) for word in scripts.words(text))


def language(code: str) -> Language:
    """Return the language for a code such as 'en', 'de-AT' or 'por'; unknown codes use the rules by script."""
    return _language(base_code(code))


def base_code(code: str) -> str:
    """Return the two-letter code of a language if it has one: `de` for 'de-AT' and 'deu'; `und` for an empty code."""
    base = re.split("[-_]", code.strip().casefold())[0]
    return OTHER_CODES.get(base, base) or UNKNOWN


@cache
def _language(code: str) -> Language:
    return Language(code)


def _by_script(own: Callable[[str], Words]) -> Callable[[str], Words]:
    return lambda text: scripts.tokens(text, own)


def _stemmer(code: str, name: str) -> Callable[[str], str]:
    from nltk.stem import PorterStemmer, SnowballStemmer

    stem: Callable[[str], str] = (PorterStemmer() if code == ENGLISH else SnowballStemmer(name)).stem
    return stem


@lru_cache(SENTENCES)
def _treebank_words(sentence: str) -> Words:
    """Split one sentence with NLTK; cached because the narratives of a corpus share most sentences."""
    from nltk.tokenize import word_tokenize

    return tuple(word_tokenize(sentence, preserve_line=True))


def _cached(tokenize: Callable[[str], Words]) -> Callable[[str], Words]:
    """Cache the results for many short texts and a few long ones, which bounds the memory used."""
    short, long = lru_cache(SHORT_TEXTS)(tokenize), lru_cache(LONG_TEXTS)(tokenize)

    def words(text: str) -> Words:
        return short(text) if len(text) < SHORT_TEXT else long(text)

    return words
