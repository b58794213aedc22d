"""The units of statements as arrays, in an order that does not depend on the order of sources or files."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from taeg.align.values import BoolArray, IntArray, Statements

OWN_SEQUENCE = 12
"""Units from which each of several documents of a source is a sequence of its own: it begins its story anew."""


@dataclass(frozen=True)
class Layout:
    """Units sorted by name of the source and place in it."""

    unit: IntArray
    """Index of each row's unit in the statements."""
    source: IntArray
    """Number of its source, by name."""
    sequence: IntArray
    """Number of the sequence to which it belongs: a source, or one of its long documents."""
    breaks: BoolArray
    """Whether a paragraph or document ends after it."""
    texts: tuple[str, ...]

    @cached_property
    def sequences(self) -> tuple[IntArray, ...]:
        """Rows of each sequence."""
        return tuple(np.flatnonzero(self.sequence == s) for s in range(int(self.sequence.max(initial=-1)) + 1))

    @cached_property
    def sources(self) -> tuple[IntArray, ...]:
        """Rows of each source."""
        return tuple(np.flatnonzero(self.source == s) for s in range(int(self.source.max(initial=-1)) + 1))

    @cached_property
    def continues(self) -> BoolArray:
        """Whether the next row belongs to the same sequence."""
        return np.append(self.sequence[1:] == self.sequence[:-1], False)

    @cached_property
    def cross(self) -> BoolArray:
        """Whether two rows belong to different sequences; a square matrix."""
        found: BoolArray = self.sequence[:, None] != self.sequence[None, :]
        return found

    @cached_property
    def row(self) -> IntArray:
        """The row of each unit of the statements."""
        return np.argsort(self.unit)

    def __len__(self) -> int:
        return len(self.unit)


def layout(statements: Statements) -> Layout:
    """Arrange the units of statements."""
    units = statements.units
    by_name = sorted(range(len(statements.sources)), key=lambda s: (statements.sources[s], s))
    number = {source: i for i, source in enumerate(by_name)}
    rows = sorted(range(len(units)), key=lambda i: (number[units[i].source], i))
    sequence: list[int] = []
    breaks: list[bool] = []
    own = _own_sequences(statements)
    for at, i in enumerate(rows):
        unit, before = units[i], units[rows[at - 1]] if at else None
        moved = before is None or unit.document != before.document
        new = before is None or unit.source != before.source or (moved and unit.document in own)
        sequence.append((sequence[-1] + 1 if sequence else 0) if new else sequence[-1])
        if before is not None:
            breaks.append(moved or unit.paragraph != before.paragraph)
    if rows:
        breaks.append(True)
    return Layout(
        np.array(rows, np.int64),
        np.array([number[units[i].source] for i in rows], np.int64),
        np.array(sequence, np.int64),
        np.array(breaks, bool),
        tuple(units[i].text for i in rows),
    )


def _own_sequences(statements: Statements) -> set[int]:
    """Documents that start a sequence within their source."""
    if statements.given:
        return set()
    count = np.bincount([unit.document for unit in statements.units], minlength=len(statements.documents))
    return {document for document, number in enumerate(count.tolist()) if number >= OWN_SEQUENCE}
