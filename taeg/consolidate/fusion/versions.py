"""The versions of an event, and what fusion takes from them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.vocabulary import Sentence

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an event."""

    index: int
    """Index in the corpus."""
    text: str
    sentences: Sequence[Sentence]
    vectors: Vectors | None = None
    amends: bool = False
    """Whether its source has an earlier version of the event."""
    second_hand: bool = False
    """Whether its source has much from hearsay."""

    def vector(self, row: int) -> Vectors | None:
        """Return the vector of a sentence, if there are any."""
        return None if self.vectors is None else self.vectors[row]


@dataclass(frozen=True, slots=True)
class Note:
    """A part of a version that follows the base, with its new weight in rare words."""

    version: int
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class Inserted:
    """A part of a version that is inserted into the base, after `after` characters of it."""

    version: int
    start: int
    end: int
    after: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Fused:
    """What is added to the base of an event."""

    inserted: tuple[Inserted, ...] = ()
    notes: tuple[Note, ...] = ()
