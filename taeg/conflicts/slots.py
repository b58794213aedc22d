"""How far two claims speak of the same quantity: features of their words, never of their values."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.similarity import BROADER, SYNONYM, UNKNOWN, Words
from taeg.conflicts.values import AGE, COLOUR, COUNT, SIDE
from taeg.text.language import ENGLISH, language

BY_HEAD = (COUNT, COLOUR, SIDE, AGE)
"""Kinds whose head is the noun that has the value."""
Cosine = Callable[[str, str], float]
SMALLEST = 300
"""Sentences that a corpus counts as at least; in a few sentences every word would be common."""
_SPELLING = 0.8
"""Similarity of the letters of two names from which they are spellings of one: Holl and Holle."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The features of a pair of claims."""

    head: float
    """What has the value: 1 the same noun, .8 a synonym, .5 a broader term or unknown persons, .3 unknown."""
    predicate: float
    """What is said of it: 1 the same, .8 a synonym, .5 nothing in both, .3 nothing in one, 0 something else."""
    arguments: float
    """Share of the content words of the shorter clause that the other one has, by weight."""
    unshared: float
    """Weight of the content words of one clause that the other one does not have; the smaller one, up to 2."""
    names: int
    """1 if the clauses share a name, -1 if they have different ones, else 0."""
    modifiers: int
    """The same of the modifiers of the heads."""
    core: float
    """Share of the nouns and predicates of the shorter list that the other one has."""
    clause: float
    """Cosine of the clauses without the values."""
    sentence: float
    """The same of the sentences."""

    @property
    def total(self) -> float:
        """Return how well two claims match; of several claims the best match is compared."""
        return self.head + self.predicate + self.arguments + self.clause + self.sentence


@dataclass(frozen=True)
class Weights:
    """Weights of stems by how few sentences of the corpus have them."""

    sentences: int
    frequency: Mapping[str, int]

    def mass(self, stems: Iterable[str]) -> float:
        """Return the sum of the weights of stems."""
        return sum(self[stem] for stem in sorted(stems))

    def __getitem__(self, stem: str) -> float:
        """Return the weight of a stem."""
        return math.log((max(self.sentences, SMALLEST) + 1) / (self.frequency.get(stem, 0) + 1))


class Matcher:
    """Computes the slots of pairs."""

    def __init__(self, words: Words, weights: Weights) -> None:
        self.words = words
        self._weights = weights
        lists = word_lists()
        self._light = lists.words("verbs", "light")
        self._pronouns = lists.words("words", "pronouns")
        self._going = lists.words("verbs", "going")
        self._states = frozenset(lists.table("states"))
        self._lives = lists.words("counts", "lives")
        self._opposite_directions = lists.pairs("verbs", "opposite_directions")

    def slots(self, a: Claim, b: Claim, cosine: Cosine) -> Slots:
        """Return the features of a pair."""
        weights = self._weights
        shared = weights.mass(a.arguments & b.arguments)
        mass = min(weights.mass(a.arguments), weights.mass(b.arguments))
        unshared = min(weights.mass(a.arguments - b.arguments), weights.mass(b.arguments - a.arguments))
        return Slots(
            self.head(a, b),
            self.predicate(a, b),
            shared / (mass + 3),
            min(unshared / 10, 2.0),
            _agreement(a.names, b.names),
            _agreement(a.modifiers, b.modifiers),
            self._core(a, b),
            cosine(a.clause, b.clause),
            cosine(a.masked, b.masked),
        )

    def opposed(self, a: Claim, b: Claim) -> bool:
        """Whether the predicates exclude each other: 'began' and 'ended', 'went in' and 'came out'."""
        first, second = self._verb(a), self._verb(b)
        if first and second and self.words.opposed(first, second):
            return True
        return any(
            pair & a.directions and pair & b.directions and not pair & a.directions & b.directions
            for pair in self._opposite_directions
        )

    def _verb(self, claim: Claim) -> str:
        """Return the verb of a claim; 'go past' and 'go to' are no opposites of 'come'."""
        return "" if claim.verb == "go" and claim.directions & self._going else claim.verb

    def head(self, a: Claim, b: Claim) -> float:
        """Return how alike the things are that have the values."""
        if a.kind not in BY_HEAD:
            return self._nouns(a, b)
        first, second = noun_of(a), noun_of(b)
        if not first or not second:
            return self._unknown(a.kind, first or second)
        if not a.head or not b.head:  # what a number without noun counts is a guess
            return max(0.9 * self.words.nouns(first, second), self._unknown(a.kind, a.head or b.head))
        alike = self.words.nouns(first, second)
        if a.kind == COUNT and a.state and a.state == b.state and alike < BROADER:
            named = self._states | self._lives  # '14 deaths', '14 lives': of persons
            alike = BROADER if first in named or second in named else alike
        if a.kind == AGE and alike < SYNONYM and SequenceMatcher(None, first, second).ratio() >= _SPELLING:
            return SYNONYM
        guessed = (a.head in self._pronouns) or (b.head in self._pronouns)
        return 0.9 * alike if guessed else alike

    def predicate(self, a: Claim, b: Claim) -> float:
        """Return how alike the predicates are."""
        if a.state or b.state:
            if a.state == b.state:
                return 1.0
            if a.state and b.state:
                return 0.0
        if self.opposed(a, b):
            return 0.0
        if not a.predicates or not b.predicates:
            return 0.5 if not a.predicates and not b.predicates else 0.3
        return max(self.words.verbs(x, y) for x in a.predicates for y in b.predicates)

    def _nouns(self, a: Claim, b: Claim) -> float:
        first = a.nouns or ({a.antecedent} if a.antecedent else set())
        second = b.nouns or ({b.antecedent} if b.antecedent else set())
        if not first or not second:
            we = any(claim.subject == "we" for claim in (a, b) if not claim.nouns)
            return BROADER if we and any(map(self.words.is_group, first or second)) else UNKNOWN
        alike = max(self.words.nouns(x, y) for x in first for y in second)
        return alike if a.nouns and b.nouns else max(0.9 * alike, 0.15)  # what a pronoun stands for is a guess

    def _unknown(self, kind: str, noun: str) -> float:
        """Return the similarity of a noun to one that is missing."""
        if kind == COUNT and (not noun or self.words.is_person(noun)):
            return BROADER
        if kind == SIDE:
            return 0.2 if noun else 0.4
        return UNKNOWN

    def _core(self, a: Claim, b: Claim) -> float:
        first, second = self._core_words(a), self._core_words(b)
        return len(first & second) / min(len(first), len(second)) if first and second else 0.0

    def _core_words(self, claim: Claim) -> set[str]:
        words = claim.predicates | claim.nouns | ({claim.antecedent} if claim.antecedent else set())
        stem = language(ENGLISH).stem
        return {stem(word) for word in words if word not in self._light and word.isalpha()}


def noun_of(claim: Claim) -> str:
    """Return the noun of a claim; for a pronoun or a missing noun what it probably stands for."""
    vague = not claim.head or claim.head in word_lists().words("words", "pronouns")
    return claim.antecedent if vague else claim.head


def _agreement(a: frozenset[str], b: frozenset[str]) -> int:
    if not a or not b:
        return 0
    return 1 if a & b else -1
