"""What the readers of CSV, TSV, JSON Lines and Excel files return: a header and rows of cells."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

WIDEST = 256
"""Columns of an Excel file that are read, and unused columns that are compared with the known names."""


class Flaw(str):
    """A cell that cannot be used; its text is the reason. It is reported only if its column is used."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A header and the rows below it, each with its line or row number. A row without cells is blank."""

    header: list[str]
    rows: Iterable[tuple[int, Sequence[str]]]
    origin: Callable[[int], str]
    """Formats a row number for messages: `reports.csv:14`, or `book.xlsx, row 7`."""
    header_row: int = 0
    """The row of the header; 0 if it has none of its own."""
    separator: str = ""
    """Name of the separator for messages, e.g. `commas`; empty if there is none."""
    open_ended: bool = False
    """Whether the header is complete only after the last row, as in JSON Lines."""
    empty_hint: str = ""
    """Added to the message about an empty cell."""


@lru_cache(1024)
def fold(name: str) -> str:
    """Normalize a column name for comparison."""
    return unicodedata.normalize("NFC", name.strip("\ufeff \t\n\r\xa0").casefold())
