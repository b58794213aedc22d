"""Completeness and redundancy: how much of what the sources say of an event is kept, how much is said twice.

Both weigh words by what they tell, idf(w) = ln((N+1)/(df+1)), N and df counted over the sentences of all versions:
those every corpus has, verses only some. Words count once an event and source, whatever their number there. Tokens
come in ready (stemmed, by language), so no list of function words is needed or known: what stands in every tenth
sentence tells nothing and weighs nothing. Masses are kept event by event, for intervals over events.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Sentences = Sequence[Sequence[str]]

COMMON = 0.1
"""A word of more than this share of the sentences is a function word."""
ENOUGH = 10
"""But not one of so few sentences: in a small corpus every name would be one."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What could be told: the words of each event's versions together, and what each word weighs."""

    available: tuple[frozenset[str], ...]
    weights: Mapping[str, float]
    unknown: float
    """What a word weighs that no version has."""

    def mass(self, words: frozenset[str]) -> float:
        """The weight of some words together; the same to the last bit in whatever order they come."""
        return math.fsum(self.weights.get(word, self.unknown) for word in words)


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """What a narrative keeps and repeats, as masses in timeline order."""

    available: FloatArray
    """Of the words of all versions of an event together."""
    kept: FloatArray
    """Of those among them that the narrative has in its account of the event."""
    emitted: FloatArray
    """Of the words the narrative takes from each source, added up over sources."""
    repeated: FloatArray
    """The part of it that another source had given already."""

    @property
    def cov(self) -> float:
        """Share of the available mass that is kept, over all events; 1 where there was nothing to keep."""
        available = float(self.available.sum())
        return float(self.kept.sum()) / available if available else 1.0

    @property
    def red(self) -> float:
        """Share of the emitted mass that is given again from a different source, over all events."""
        emitted = float(self.emitted.sum())
        return float(self.repeated.sum()) / emitted if emitted else 0.0


def prepare(versions: Sequence[Sequence[Sentences]]) -> Yardstick:
    """Weigh the words of a corpus: for each event in timeline order its versions, each a list of sentences."""
    sentences = [frozenset(sentence) for event in versions for version in event for sentence in version]
    frequency = Counter(word for sentence in sentences for word in sentence)
    common = max(COMMON * len(sentences), ENOUGH)
    weights = {
        word: 0.0 if count > common else math.log((len(sentences) + 1) / (count + 1))
        for word, count in frequency.items()
    }
    available = tuple(_words(sentence for version in event for sentence in version) for event in versions)
    return Yardstick(available, weights, math.log(len(sentences) + 1))


def coverage(yardstick: Yardstick, narrative: Sequence[Sequence[tuple[str, Sentences]]]) -> Coverage:
    """Measure a narrative: for each event, in the same order, the passages it has there as source and sentences.

    Several passages of one source count as one, so a narrative that takes one version an event repeats nothing. An
    event left out has no passages. A text whose sources are not known is one source: it has a coverage, and its
    redundancy of 0 means nothing.
    """
    if len(narrative) != len(yardstick.available):
        raise ValueError(f"{len(narrative)} events told, {len(yardstick.available)} in the corpus")
    masses = np.zeros((4, len(narrative)))
    for place, (passages, available) in enumerate(zip(narrative, yardstick.available, strict=True)):
        sources: dict[str, frozenset[str]] = {}
        for source, sentences in passages:
            sources[source] = sources.get(source, frozenset()) | _words(sentences)
        told = frozenset().union(*sources.values())
        emitted = math.fsum(yardstick.mass(words) for words in sources.values())
        repeated = max(0.0, emitted - yardstick.mass(told)) if len(sources) > 1 else 0.0
        masses[:, place] = yardstick.mass(available), yardstick.mass(told & available), emitted, repeated
    return Coverage(*masses)


def _words(sentences: Iterable[Sequence[str]]) -> frozenset[str]:
    return frozenset(word for sentence in sentences for word in sentence)
