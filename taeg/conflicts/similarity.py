"""How alike two words are: synonyms, broader terms and opposites of WordNet if it is on this machine, else endings."""

from functools import lru_cache
from typing import TYPE_CHECKING

from taeg.conflicts.claims.words import word_lists
from taeg.text import nltk_data

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import Synset, WordNetCorpusReader

SAME, SYNONYM, BROADER, PERSONS, OTHER_PERSONS, UNKNOWN = 1.0, 0.8, 0.5, 0.6, 0.3, 0.3
"""Similarities of two nouns: the same lemma; a synonym or a compound of it; a broader term; two nouns for persons."""
SENSES = 3
LEVELS = 2
"""How many levels up a broader term may be."""
WORDS = 65_536
_PERSON = "person.n.01"
_SHORTEST = 4
"""Letters of a noun that a compound may end with: 'bridge' in 'footbridge'."""
NOUN, VERB, ADJECTIVE = "n", "v", "a"


class Words:
    """Similarities of words; without WordNet only equal words, compounds and listed words are alike."""

    def __init__(self, wordnet: "WordNetCorpusReader | None") -> None:
        self._wordnet = wordnet
        self.synsets = lru_cache(WORDS)(self._synsets)
        self.similar = lru_cache(WORDS)(self._similar)
        """Return how alike two words of a part of speech are."""
        self.is_person = lru_cache(WORDS)(self._is_person)
        """Return whether a noun names a person."""
        self.is_group = lru_cache(WORDS)(self._is_group)
        """Return whether a noun names persons or a group of them."""
        self.opposites = lru_cache(WORDS)(self._opposites)
        """Return the antonyms of a word."""
        lists = word_lists()
        self._persons = lists.words("ages", "persons") | lists.words("counts", "people")
        self._people = lists.words("counts", "people")
        self._classes = [frozenset(line.split()) for line in lists.lines("verbs", "classes")]
        self._things = [frozenset(line.split()) for line in lists.lines("nouns", "classes")]
        self._opposed = [
            (frozenset(left.split()), frozenset(right.split()))
            for left, _, right in (line.partition("/") for line in lists.lines("verbs", "opposites"))
        ]

    def nouns(self, a: str, b: str) -> float:
        """Return how alike two nouns are."""
        alike = self.similar(a, b, NOUN)
        if alike < SYNONYM and min(len(a), len(b)) >= _SHORTEST and (a.endswith(b) or b.endswith(a)):
            return SYNONYM
        if alike < SYNONYM and any(a in group and b in group for group in self._things):
            return SYNONYM
        if not alike and self.is_person(a) and self.is_person(b):
            return PERSONS if {a, b} & self._people else OTHER_PERSONS
        return alike

    def verbs(self, a: str, b: str) -> float:
        """Return how alike two predicates are."""
        if a != b and any(a in group and b in group for group in self._classes):
            return SYNONYM
        return max(self.similar(a, b, VERB), self.similar(a, b, ADJECTIVE))

    def opposed(self, a: str, b: str) -> bool:
        """Whether two verbs are opposites: 'begin' and 'stop'."""
        if any((a in left and b in right) or (b in left and a in right) for left, right in self._opposed):
            return True
        return bool(a and b) and b in self.opposites(a, VERB)

    def _synsets(self, word: str, part: str) -> "tuple[Synset, ...]":
        if self._wordnet is None or not word:
            return ()
        return tuple(self._wordnet.synsets(word.replace(" ", "_"), part)[:SENSES])

    def _similar(self, a: str, b: str, part: str) -> float:
        if a == b:
            return SAME
        first, second = set(self.synsets(a, part)), set(self.synsets(b, part))
        if first & second:
            return SYNONYM
        if first & self._broader(b, part) or second & self._broader(a, part):
            return BROADER
        return 0.0

    def _broader(self, word: str, part: str) -> "set[Synset]":
        found: set[Synset] = set()
        level = set(self.synsets(word, part)[:2])
        for _ in range(LEVELS):
            level = {broader for synset in level for broader in synset.hypernyms()}
            found |= level
        return found

    def _is_person(self, noun: str) -> bool:
        if noun in self._persons or self._wordnet is None:
            return noun in self._persons
        seen: set[Synset] = set()
        level = set(self.synsets(noun, NOUN)[:2])
        while level:
            if any(synset.name() in (_PERSON, "people.n.01") for synset in level):
                return True
            seen |= level
            level = {broader for synset in level for broader in synset.hypernyms()} - seen
        return False

    def _is_group(self, noun: str) -> bool:
        return self.is_person(noun) or any(synset.lexname() == "noun.group" for synset in self.synsets(noun, NOUN))

    def _opposites(self, word: str, part: str) -> frozenset[str]:
        return frozenset(
            opposite.name()
            for synset in self.synsets(word, part)
            for lemma in synset.lemmas()
            if lemma.name() == word
            for opposite in lemma.antonyms()
        )


def find_words() -> Words:
    """Return the similarities, with WordNet if it is on this machine; nothing is downloaded."""
    available = nltk_data.is_available(nltk_data.WORDNET)
    return Words(nltk_data.wordnet() if available else None)
