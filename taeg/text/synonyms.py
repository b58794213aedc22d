"""WordNet's relations between words: lemmas of a form, synonyms and derivations. English only.

WordNet is used if it is on this machine; nothing is downloaded from here (`make setup-data` does that).
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from taeg.text import nltk_data
from taeg.text.language import ENGLISH, base_code

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

SENSES = 3
"""Synsets of each part of speech whose words count as synonyms; rarer senses connect what has little in common."""
PARTS_OF_SPEECH = "nvar"
WORDS = 131_072


class Synonyms:
    """The lemmas and synonyms of English words."""

    def __init__(self, wordnet: "WordNetCorpusReader") -> None:
        self._wordnet = wordnet
        self.lemmas = lru_cache(WORDS)(self._lemmas)
        """Return the base forms of a word ('went': 'go'), in alphabetical order."""
        self.similar = lru_cache(WORDS)(self._similar)
        """Return the words that share a frequent sense with a word or are derived from it, in alphabetical order."""

    def _lemmas(self, word: str) -> tuple[str, ...]:
        found = (self._wordnet.morphy(word, part) for part in PARTS_OF_SPEECH)
        return tuple(sorted({lemma for lemma in found if lemma}))

    def _similar(self, word: str) -> tuple[str, ...]:
        found = set()
        for part in PARTS_OF_SPEECH:
            for synset in self._wordnet.synsets(word, part)[:SENSES]:
                for lemma in synset.lemmas():
                    found.add(lemma.name())
                    found.update(derived.name() for derived in lemma.derivationally_related_forms() if derived)
        return tuple(sorted(name.lower() for name in found if "_" not in name))


def find_synonyms(code: str) -> Synonyms | None:
    """Return the synonyms of a language, or None if there are none or WordNet is not on this machine."""
    if base_code(code) != ENGLISH or not nltk_data.is_available(nltk_data.WORDNET):
        return None
    return Synonyms(nltk_data.wordnet())
