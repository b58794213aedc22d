"""The blocks every document consists of, whatever its kind: headings and paragraphs, each with its place."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

HEADING = re.compile(r" {0,3}(#{1,6})((?:[ \t].*)?)")
BRACKETED = re.compile(r"\s*\[([^\[\]]*)\]\s*")
BRACKET_LEVEL = 7
"""Below every `#`: beside such headings a bracketed line (`[laughter]`) is text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands, and where."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (of a level from 1) or a paragraph (of level 0)."""

    lines: tuple[Line, ...]
    level: int = 0
    page: int = 0

    @property
    def text(self) -> str:
        """Its lines as one; an empty heading is the empty text."""
        return " ".join(line.text.strip() for line in self.lines).strip()

    @property
    def place(self) -> str:
        """Where it begins."""
        return self.lines[0].place


def unclosed(words: str) -> str:
    """The words of a heading without the `#` that may close it, which stand after a blank."""
    opened = words.strip().rstrip("#")
    return opened.strip() if not opened or opened[-1].isspace() else words.strip()


def folded(names: Iterable[str]) -> frozenset[str]:
    """Names as headings are compared."""
    return frozenset(short for name in names if (short := fold(name)))


def fold(name: str) -> str:
    """A name as headings are compared: by its letters, whatever their case, without a colon or period at the end."""
    return " ".join(unicodedata.normalize("NFC", name).split()).rstrip(":. ").casefold()
