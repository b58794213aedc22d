"""Rows of cells under a header: what every kind of table becomes before records are made of it.

Not for what is right or wrong with columns: `ingest.tables` looks at those, alike for all kinds.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

WIDEST = 256
"""How many columns are looked at where a file may have them without end."""


@dataclass(frozen=True, slots=True)
class Row:
    """Cells as they stand, or why there are none."""

    place: str
    cells: Sequence[str] = ()
    blank: bool = False
    broken: str = ""
    torn: bool = False
    """Whether pieces of a broken row may follow as rows of their own."""
    flaws: Mapping[int, str] = field(default_factory=dict)
    """What is wrong with single cells; of no matter where their column is not used."""


@dataclass(frozen=True, slots=True)
class Table:
    """A header and the rows below it."""

    header: Row
    rows: Iterable[Row]
    separator: str = ""
    """As it is said to people; nothing where cells are not separated by a character."""


@lru_cache(1024)
def folded(name: str) -> str:
    """The name of a column as it is compared."""
    return unicodedata.normalize("NFC", name.strip("\ufeff \t\n\r\xa0").casefold())
