"""The result of an alignment: passages, events in timeline order, what contradicts the order, and candidates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from taeg.align.values import IntArray, Span, Statements


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive units of a document that describe one event."""

    source: int
    document: int
    start: int
    end: int
    units: range
    """Indices in `Draft.statements.units`."""
    event: int
    """Index in `Draft.events`, -1 for none (opening, closing)."""
    confidence: float
    """That it belongs to its event, from 0 to 1; not calibrated across corpora."""
    decided: bool
    """Whether a person has answered for it."""

    @property
    def span(self) -> Span:
        """Where the passage is."""
        return Span(self.document, self.start, self.end)


@dataclass(frozen=True, slots=True)
class DraftEvent:
    """An event of the draft."""

    title: str
    time: str
    """The time that its accounts name, in ISO 8601; only the clock time if no date is known; empty if none."""
    place: str
    passages: tuple[int, ...]
    """Indices in `Draft.passages`."""
    confidence: float
    """Mean confidence of its passages."""
    order_confidence: float
    """That it follows the event before it; 1 for the first."""
    id: str = ""
    """Its id, if the event was known before."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Evidence against the order of the timeline."""

    earlier: int
    later: int
    """Events, as ordered by the timeline."""
    source: int
    """The source that has them in the opposite order; -1 if times disagree."""
    passages: tuple[int, ...] = ()
    """The passages concerned, in the order of the source."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage of another source that may describe the same event."""

    passage: int
    score: float
    same: bool
    """Whether the draft has it in the same event."""


@dataclass(frozen=True)
class Draft:
    """Passages in the order of sources and documents, and events in timeline order."""

    statements: Statements
    """With units divided where a reviewer split them."""
    passages: tuple[Passage, ...]
    events: tuple[DraftEvent, ...]
    contradictions: tuple[Contradiction, ...]
    grain: float
    grain_given: bool
    encoder: str = ""
    """Name of the model that computed sentence vectors; empty if none was used."""
    turns: tuple[int, ...] = ()
    """Place of each source in the reading, from 0; empty if they are read as listed."""
    overruled: tuple[int, ...] = ()
    """Indices of decisions that a later one contradicts."""
    unknown: tuple[int, ...] = ()
    """Indices of decisions about text that is not in the statements."""
    scores: Callable[[int], Sequence[float]] = field(default=lambda _: (), repr=False, compare=False)
    """Return the score of every passage as a candidate for one passage; negative if excluded."""

    def candidates(self, passage: int, most: int = 3) -> tuple[tuple[Candidate, ...], ...]:
        """For each source, the best candidates for a passage, best first; none for its own source."""
        own = self.passages[passage]
        scores = np.asarray(self.scores(passage), np.float64)
        ranked = np.lexsort((-scores, self._sources))
        ranked = ranked[(scores[ranked] >= 0) & (self._sources[ranked] != own.source)]
        source = self._sources[ranked]
        place = np.arange(len(ranked)) - np.searchsorted(source, source)
        found: list[list[Candidate]] = [[] for _ in self.statements.sources]
        for p in ranked[place < most].tolist():
            other = self.passages[p]
            same = own.event >= 0 and other.event == own.event
            found[other.source].append(Candidate(p, float(scores[p]), same))
        return tuple(tuple(some) for some in found)

    @property
    def look_backs(self) -> int:
        """How often a source returns to an earlier event."""
        return sum(found.source >= 0 for found in self.contradictions)

    @cached_property
    def _sources(self) -> IntArray:
        """The source of each passage."""
        return np.array([passage.source for passage in self.passages], np.int64)

    def passage_at(self, unit: int) -> int:
        """Index of the passage that contains a unit."""
        return next(i for i, passage in enumerate(self.passages) if unit in passage.units)
