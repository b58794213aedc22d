"""The words of a corpus as numbers, and what a sentence tells: its content words, their stems and their weights.

A stem is weighted by idf(w) = ln((N+1)/(df+1)) over the distinct sentences of each event. Sums run over the words of a
sentence in their order, so that no result depends on the order of versions or sources.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from taeg.consolidate.fusion.lexicon import lexicon
from taeg.consolidate.fusion.sentence_spans import sentence_spans
from taeg.text import scripts
from taeg.text.language import language
from taeg.text.synonyms import Synonyms

Ids = tuple[int, ...]

SYNONYM = 0.6
"""To what degree a word counts as included if only a synonym or derivation was used."""
COMMON_SHARE, COMMON_MINIMUM = 0.1, 10
"""In languages without a list of function words, words in more sentences than this have no weight."""
TYPOGRAPHIC = str.maketrans("\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u00ab\u00bb", '\'\'\'"""--.""')
_LATIN_ONLY = re.compile("[\x00-\u024f]*")
_WORD = re.compile(r"[^\W_]+(?:[.,:]\d+)*")
_SHORTEST_STEMMED = 4


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a version."""

    start: int
    end: int
    words: Ids
    """Distinct content words in order."""
    stems: Ids
    """Their distinct stems in order."""


class _Words(dict[str, int]):
    """Numbers of words, -1 for function words; a missing word gets the next number."""

    def __init__(self, add: Callable[[str], int]) -> None:
        self._add = add

    def __missing__(self, word: str) -> int:
        self[word] = number = self._add(word)
        return number


class Vocabulary:
    """Numbers for words and stems, and the weights of stems once `weigh` was called."""

    def __init__(self, code: str, synonyms: Synonyms | None = None) -> None:
        self.lexicon = lexicon(code)
        self.weight: list[float] = []
        """The weight of each stem; 0 for stems that were added after `weigh`."""
        self.unit = 0.0
        """The weight of a stem that occurs once."""
        self._language = language(code)
        self._synonyms = synonyms
        self._words = _Words(self._add)
        self._spelling: list[str] = []
        self._stem_of: list[int] = []
        self._stems: dict[str, int] = {}
        self._keys: dict[int, frozenset[int]] = {}
        self._similar: dict[int, frozenset[int]] = {}

    def _add(self, word: str) -> int:
        if word in self.lexicon.function_words or (len(word) < 2 and word.isascii()):
            return -1
        self._spelling.append(word)
        self._stem_of.append(self._stem(word))
        return len(self._spelling) - 1

    def _stem(self, word: str) -> int:
        stem = self._language.stem(word) if len(word) >= _SHORTEST_STEMMED else word
        number = self._stems.setdefault(stem, len(self._stems))
        if number == len(self.weight):
            self.weight.append(0.0)
        return number

    def content(self, text: str) -> Ids:
        """Return the distinct content words of a text in order."""
        found = dict.fromkeys(map(self._words.__getitem__, split(text)))
        found.pop(-1, None)
        return tuple(found)

    def stems(self, words: Ids) -> Ids:
        """Return the distinct stems of words in order."""
        return tuple(dict.fromkeys(map(self._stem_of.__getitem__, words)))

    def sentence(self, text: str, start: int, end: int) -> Sentence:
        """Return the sentence at a place of a text."""
        words = self.content(text[start:end])
        return Sentence(start, end, words, self.stems(words))

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a text."""
        return [self.sentence(text, start, end) for start, end in sentence_spans(text, self.lexicon)]

    def weigh(self, frequency: Counter[int], sentences: int) -> None:
        """Set the weights, given in how many of the sentences each stem occurs."""
        common = math.inf if self.lexicon.function_words else max(COMMON_SHARE * sentences, COMMON_MINIMUM)
        counts = [frequency[stem] for stem in range(len(self._stems))]
        self.weight = [0.0 if n > common else math.log((sentences + 1) / (n + 1)) for n in counts]
        self.unit = math.log((sentences + 1) / 2) if sentences > 1 else 1.0

    def mass(self, stems: Iterable[int]) -> float:
        """Return the sum of the weights of stems."""
        return sum(map(self.weight.__getitem__, stems))

    def keys(self, word: int) -> frozenset[int]:
        """Return the stem of a word and the stems of its lemmas."""
        if word not in self._keys:
            lemmas = self._synonyms.lemmas(self._spelling[word]) if self._synonyms else ()
            self._keys[word] = frozenset([self._stem_of[word], *map(self._stem, lemmas)])
        return self._keys[word]

    def similar(self, word: int) -> frozenset[int]:
        """Return the stems of synonyms and derivations of a word."""
        if word not in self._similar:
            spelling = self._spelling[word]
            words = self._synonyms.similar(spelling) if self._synonyms and not spelling[0].isdigit() else ()
            self._similar[word] = frozenset(map(self._stem, words))
        return self._similar[word]

    def spell(self, words: Sequence[int]) -> list[str]:
        """Return words as they are written, in lower case."""
        return [self._spelling[word] for word in words]

    def excess(self, words: Ids, included: set[int]) -> tuple[float, float]:
        """Return the weight of what words say beyond the stems that are included, and their whole weight."""
        weight, stem_of = self.weight, self._stem_of
        new = total = 0.0
        for word in words:
            stem = stem_of[word]
            value = weight[stem]
            total += value
            if stem in included or not self.keys(word).isdisjoint(included):
                continue
            new += value * (1 - SYNONYM) if not self.similar(word).isdisjoint(included) else value
        return new, total


def split(text: str) -> Sequence[str]:
    """Split into lower-case words and numbers; '12:30' and '1,500' are one word."""
    if not text.isascii():
        text = text.translate(TYPOGRAPHIC)
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
            if not _LATIN_ONLY.fullmatch(text):
                return scripts.words(text)
    return _WORD.findall(text.lower())


def count_stems(sentences: Iterable[Iterable[int]]) -> Counter[int]:
    """Count in how many sentences each stem occurs."""
    return Counter(chain.from_iterable(sentences))
