"""METEOR as nltk defines it, for one reference: exact words, then stems, then WordNet's synonyms, aligned greedily.

nltk goes through the candidate from its end and gives each word the last free word of the reference that fits. The
same alignment comes out of a stack of free places a word, and stems and synonyms are remembered, so a narrative of
15,000 words takes a fraction of a second. nltk is the judge of it in the tests.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from itertools import pairwise

from taeg.text import nltk_data as resources
from taeg.text.language import WORDS, Language, language

Placed = list[tuple[int, str]]

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5


@dataclass(frozen=True, slots=True)
class Meteor:
    """The score with the counts it is made of."""

    score: float
    precision: float
    recall: float
    matches: int
    chunks: int


def meteor(candidate: str, reference: str, code: str = "en") -> Meteor:
    """Score a text against a reference, both in the language of that code."""
    tongue = language(code)
    return score_words(tongue.meteor_tokens(candidate), tongue.meteor_tokens(reference), tongue)


def require(code: str = "en") -> None:
    """Raise `ResourceMissing` unless the data for this language are there; loading them takes seconds, once."""
    tongue = language(code)
    if tongue.name:
        resources.punkt(tongue.name)
    if tongue.synonyms:
        resources.wordnet()


def score_words(candidate: Sequence[str], reference: Sequence[str], tongue: Language) -> Meteor:
    """Score lower-case words against those of a reference."""
    pairs = align(candidate, reference, tongue)
    if not pairs:
        return Meteor(0.0, 0.0, 0.0, 0, 0)
    precision, recall = len(pairs) / len(candidate), len(pairs) / len(reference)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    chunks = 1 + sum(
        here != before + 1 or there != there_before + 1 for (before, there_before), (here, there) in pairwise(pairs)
    )
    return Meteor((1 - GAMMA * (chunks / len(pairs)) ** BETA) * mean, precision, recall, len(pairs), chunks)


def align(candidate: Sequence[str], reference: Sequence[str], tongue: Language) -> list[tuple[int, int]]:
    """Pair places in the candidate with places in the reference, in the candidate's order."""
    pairs: list[tuple[int, int]] = []
    ours, theirs = _match(list(enumerate(candidate)), list(enumerate(reference)), pairs)
    ours, theirs = _match(_stemmed(ours, tongue), _stemmed(theirs, tongue), pairs)
    if tongue.synonyms:
        _match_synonyms(ours, theirs, pairs)
    return sorted(pairs)


def signature(code: str = "en") -> str:
    """How the score was made."""
    tongue = language(code)
    stages = "exact" + (f"+{tongue.stem_rule}" if tongue.name else "")
    stages += f"+wordnet-{resources.WORDNET_VERSION}" if tongue.synonyms else ""
    return (
        f"meteor|lang:{tongue.code}|stages:{stages}|alpha:{ALPHA}|beta:{BETA}|gamma:{GAMMA}"
        f"|tokens:{tongue.meteor_rule}|nltk:{version('nltk')}"
    )


def _free(words: Placed) -> dict[str, list[int]]:
    """The places of each word, the last on top."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, word in words:
        places[word].append(place)
    return dict(places)


def _match(ours: Placed, theirs: Placed, pairs: list[tuple[int, int]]) -> tuple[Placed, Placed]:
    """Pair equal words from the end; return what is left over on both sides, in order."""
    free = _free(theirs)
    left: Placed = []
    for place, word in reversed(ours):
        if places := free.get(word):
            pairs.append((place, places.pop()))
        else:
            left.append((place, word))
    return left[::-1], sorted((place, word) for word, places in free.items() for place in places)


def _stemmed(words: Placed, tongue: Language) -> Placed:
    """Stems in place of words; as in nltk they stay stems in the stage that follows."""
    return [(place, tongue.stem(word)) for place, word in words]


def _match_synonyms(ours: Placed, theirs: Placed, pairs: list[tuple[int, int]]) -> None:
    """Pair each word, from the end, with the last free word of the reference among its synonyms."""
    free = _free(theirs)
    for place, word in reversed(ours):
        fitting = [places for synonym in synonyms(word) if (places := free.get(synonym))]
        if fitting:
            pairs.append((place, max(fitting, key=_last).pop()))


def _last(places: list[int]) -> int:
    return places[-1]


@lru_cache(WORDS)
def synonyms(word: str) -> frozenset[str]:
    """The word itself and every single word that shares a synset of WordNet with it."""
    synsets = resources.wordnet().synsets(word)
    return frozenset({word, *(name for synset in synsets for name in synset.lemma_names() if "_" not in name)})
