"""Coverage and redundancy: how much of the sources' content a narrative keeps, and how much it repeats.

Words are weighted by idf(w) = ln((N+1)/(df+1)), with N and df counted over the sentences of all versions, and counted
once for each event and source. Tokens are given stemmed, and no list of function words is needed: a word that occurs in
more than a tenth of the sentences has weight 0.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Sentences = Sequence[Sequence[str]]

COMMON_SHARE = 0.1
"""A word in more than this share of the sentences is a function word."""
COMMON_MINIMUM = 10
"""But at least in this many sentences: otherwise every name would be one in a small corpus."""


@dataclass(frozen=True, slots=True)
class AvailableWords:
    """The words of each event's versions together, and the weight of each word."""

    by_event: tuple[frozenset[str], ...]
    weights: Mapping[str, float]
    unknown: float
    """The weight of a word that no version has."""

    def weight(self, words: frozenset[str]) -> float:
        """The sum of the weights of some words, independent of their order."""
        return math.fsum(self.weights.get(word, self.unknown) for word in words)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a narrative keeps and repeats, as shares of weight over all events."""

    kept: float
    """The share of the words of all versions that the narrative has in its passages of their event."""
    repeated: float
    """The share of its words, added up over sources, that another source has already given for the event."""


def weigh_words(versions: Sequence[Sequence[Sentences]]) -> AvailableWords:
    """Weigh the words of a corpus, given the versions of each event in timeline order as lists of sentences."""
    sentences = [frozenset(sentence) for event in versions for version in event for sentence in version]
    frequency = Counter(word for sentence in sentences for word in sentence)
    common = max(COMMON_SHARE * len(sentences), COMMON_MINIMUM)
    weights = {
        word: 0.0 if count > common else math.log((len(sentences) + 1) / (count + 1))
        for word, count in frequency.items()
    }
    by_event = tuple(_words(sentence for version in event for sentence in version) for event in versions)
    return AvailableWords(by_event, weights, math.log(len(sentences) + 1))


def coverage(available: AvailableWords, narrative: Sequence[Sequence[tuple[str, Sentences]]]) -> Coverage:
    """Measure a narrative, given for each event its passages as source and sentences; none for an omitted event.

    Several passages of one source count as one, so a narrative with one version for each event repeats nothing.
    """
    if len(narrative) != len(available.by_event):
        raise ValueError(f"the narrative has {len(narrative)} events, the corpus {len(available.by_event)}")
    total = kept = emitted = repeated = 0.0
    for passages, words in zip(narrative, available.by_event, strict=True):
        sources: dict[str, frozenset[str]] = {}
        for source, sentences in passages:
            sources[source] = sources.get(source, frozenset()) | _words(sentences)
        together = frozenset().union(*sources.values())
        given = math.fsum(available.weight(taken) for taken in sources.values())
        total += available.weight(words)
        kept += available.weight(together & words)
        emitted += given
        repeated += max(0.0, given - available.weight(together)) if len(sources) > 1 else 0.0
    return Coverage(kept / total if total else 1.0, repeated / emitted if emitted else 0.0)


def _words(sentences: Iterable[Sequence[str]]) -> frozenset[str]:
    return frozenset(word for sentence in sentences for word in sentence)
