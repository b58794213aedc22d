"""The weights of words: how rare they are in a corpus."""

from collections import Counter
from collections.abc import Mapping, Set
from math import log, sqrt

from taeg.conflicts.values import Batches
from taeg.conflicts.wording import wording

OTHERS = 25
"""Accounts without the word that are added to a corpus, so that words of a small corpus have weight too."""


class Weights:
    """The weight of a stem: the logarithm of how rare it is."""

    def __init__(self, frequency: Mapping[str, int], accounts: int) -> None:
        self._frequency = frequency
        self._accounts = accounts

    def of(self, stem: str) -> float:
        """Return the weight of a stem; above 0."""
        return log((self._accounts + OTHERS) / (self._frequency.get(stem, 0) + 0.5))

    def sum(self, stems: Set[str]) -> float:
        """Return the sum of the weights; sorted, because sums of floats depend on the order."""
        return sum(self.of(stem) for stem in sorted(stems))

    def cosine(self, a: Set[str], b: Set[str]) -> float:
        """Return the cosine of two sets of stems."""
        lengths = sqrt(self._squares(a) * self._squares(b))
        return self._squares(a & b) / lengths if lengths else 0.0

    def rarest(self, stems: Set[str], count: int) -> list[str]:
        """Return the stems of most weight."""
        return sorted(stems, key=lambda stem: (-self.of(stem), stem))[:count]

    def _squares(self, stems: Set[str]) -> float:
        return sum(self.of(stem) ** 2 for stem in sorted(stems))


def weights(batches: Batches, language: str) -> Weights:
    """Count in how many accounts each stem occurs."""
    frequency: Counter[str] = Counter()
    accounts = 0
    for batch in batches():
        for account in batch:
            frequency.update(set(wording(account.language or language).stems(account.text)))
            accounts += 1
    return Weights(frequency, accounts)


def key(stems: Set[str], words: Weights, sentence: str, code: str, count: int = 3) -> str:
    """Return the rarest of the stems as the words that a sentence has for them."""
    lists = wording(code)
    shown = {lists.stem(word): word for word in reversed(lists.words(sentence))}
    return ", ".join(shown.get(stem, stem) for stem in words.rarest(stems, count))
