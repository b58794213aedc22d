"""Which characters of a text already belong to an expression."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Protocol


class Span(Protocol):
    """Anything with a position in the text."""

    @property
    def start(self) -> int:
        """The first character."""

    @property
    def end(self) -> int:
        """The character after the last one."""


class Taken:
    """A set of spans; asking for an overlap takes logarithmic time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        pairs = sorted((span.start, span.end) for span in spans)
        self._starts = [start for start, _ in pairs]
        self._ends = list(accumulate((end for _, end in pairs), max))

    def overlaps(self, span: Span) -> bool:
        """Whether a span shares a character with one of the set."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._ends[before - 1] > span.start
