"""Input values of the alignment: documents and their units, settings, and spans of text.

A unit is a sentence of a raw document or a given passage. Units are listed source by source, in the order in which the
source has them. Offsets count characters of the document's text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
FloatArray = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float32]
"""Similarities of units: single precision halves the memory."""
Confidence = Matrix | csr_array
"""Confidences of pairs of units; a sparse matrix of candidate pairs where there are many units."""

Passages = Literal["event", "paragraph", "sentence"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of characters in a document."""

    document: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A file of one source, or the part of a table that has its rows."""

    source: int
    name: str
    date: str = ""
    """ISO 8601; orders the documents of a source."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence of a raw document, or a given passage."""

    source: int
    document: int
    start: int
    end: int
    paragraph: int
    """Number of its paragraph in the document."""
    text: str
    time: float | None = None
    """Minutes on any common scale, if the file records when it was said or published; not a time named in the text."""

    @property
    def span(self) -> Span:
        """Where the unit is."""
        return Span(self.document, self.start, self.end)


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """An event of a chronology given by the user, in its order."""

    title: str
    time: str = ""
    """ISO 8601."""
    place: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Statements:
    """What is to be aligned."""

    sources: tuple[str, ...]
    documents: tuple[Document, ...]
    units: tuple[Unit, ...]
    language: str = "en"
    given: bool = False
    """Whether the units are passages already."""
    events: tuple[KnownEvent, ...] = ()
    """The events, if they are known. In timeline order if `ordered`."""
    ordered: bool = True
    membership: tuple[int, ...] = ()
    """Index of the known event of each unit, -1 for none; empty if unknown."""

    def __post_init__(self) -> None:
        if self.membership and len(self.membership) != len(self.units):
            raise ValueError("membership must have one entry per unit")
        order = [(u.source, self.place(u.document), u.start) for u in self.units]
        if order != sorted(order):
            raise ValueError("units must be sorted by source, document and position; use Statements.arranged")

    def place(self, document: int) -> tuple[str, int]:
        """Sort key of a document within its source: by date, then as listed."""
        return self.documents[document].date, document

    @classmethod
    def arranged(
        cls,
        sources: Sequence[str],
        documents: Sequence[Document],
        units: Sequence[Unit],
        language: str = "en",
        *,
        given: bool = False,
    ) -> "Statements":
        """Create from units in any order."""
        key = [(u.source, documents[u.document].date, u.document, u.start) for u in units]
        order = sorted(range(len(units)), key=key.__getitem__)
        return cls(tuple(sources), tuple(documents), tuple(units[i] for i in order), language, given=given)

    def divided(self, splits: Sequence[Span]) -> "Statements":
        """Return the statements with the units divided at the starts of the spans."""
        points: dict[int, set[int]] = {}
        for split in splits:
            points.setdefault(split.document, set()).add(split.start)
        units, membership = [], []
        for index, unit in enumerate(self.units):
            inside = sorted(at for at in points.get(unit.document, ()) if unit.start < at < unit.end)
            for start, end in zip([unit.start, *inside], [*inside, unit.end], strict=True):
                part = unit.text[start - unit.start : end - unit.start]
                units.append(replace(unit, start=start, end=end, text=part))
                if self.membership:
                    membership.append(self.membership[index])
        return replace(self, units=tuple(units), membership=tuple(membership))


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of a draft."""

    passages: Passages = "event"
    """What becomes a passage of raw documents: a run of sentences of one event, a paragraph, or a sentence."""
    grain: float | None = None
    """Sentences per event and source; estimated if None."""
    repeats: bool | None = None
    """Whether sources return to events where passages are given: True if they do, as reports do, False if a source has
    at most one passage of an event; None: decided by the data."""
