"""The blocks every document consists of, whatever its kind: headings and paragraphs, each with its place.

And how the words of a heading are compared with the names of the events.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

HEADING = re.compile(r" {0,3}(#{1,6})((?:[ \t].*)?)")
BRACKETED = re.compile(r"\s*\[([^\[\]]*)\]\s*")
BRACKET_LEVEL = 7
"""Below every `#`: beside such headings a bracketed line (`[laughter]`) is text."""
PREAMBLE = "preamble"
"""The heading of what belongs to no event, where no event has that name."""
_ARABIC, _ROMAN = r"[0-9]{1,3}(?:\.[0-9]{1,3})*", "[ivxlcdm]{1,7}"
_NUMBER = re.compile(
    rf"(?:§+\s*{_ARABIC}[.):]?|\((?:{_ARABIC}|{_ROMAN})\)|(?:{_ARABIC}|{_ROMAN})[.)]|[0-9]+(?:\.[0-9]{{1,3}})+)\s+(?=\S)",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(\S+)\s*(?::|\s[-\u2013\u2014])\s+\S.*")
_NEAR = 80
"""How alike a line and a name are that may be the same, of 100."""
_OF_LENGTH = 1.5
"""How much longer the longer of two that are so much alike can be."""


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
    bold: bool = False

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


def without_number(words: str) -> str:
    """The words of a heading without the number before them: `3.`, `3)`, `(3)`, `§ 3`, `III.`."""
    return _NUMBER.sub("", words.strip(), count=1) if _NUMBER.match(words.strip()) else words


class Names:
    """What events are called in the timeline, by id and by title."""

    def __init__(self, known: Collection[str]) -> None:
        self._exact = frozenset(name.casefold() for name in known)
        self._known = {short: name for name in reversed([*known]) if (short := fold(name))}
        self._longest = max(map(len, self._known), default=0)

    def __len__(self) -> int:
        return len(self._known)

    def called(self, words: str) -> str | None:
        """The name that the words are, if they are one, without a number before and a colon or period after it."""
        for candidate in (words, without_number(words)):
            plain = " ".join(candidate.split())
            for written in (plain, plain.rstrip(":. ")):
                if written.casefold() in self._exact:
                    return written
            if name := self._known.get(fold(plain)):
                return name
        return None

    def heading(self, words: str) -> str:
        """The words of a heading without a number before a name, which may be followed by a title (`arrival: …`)."""
        if name := self.called(words):
            return name
        plain = without_number(words)
        return plain if plain != words and not self._begins(words) and self._begins(plain) else words

    def means(self, words: str) -> bool:
        """Whether a heading of these words is of an event."""
        return self.called(words) is not None or self._begins(without_number(words))

    def is_preamble(self, words: str) -> bool:
        """Whether a heading of these words says that what follows is of no event."""
        return fold(without_number(words)) == PREAMBLE and PREAMBLE not in self._known

    def near(self, words: str) -> str | None:
        """A name that the words nearly are."""
        if len(words) > _OF_LENGTH * self._longest + 10:  # most lines; a number is not counted
            return None
        from rapidfuzz import fuzz, process

        found = process.extractOne(fold(without_number(words)), self._folded, scorer=fuzz.ratio, score_cutoff=_NEAR)
        return self._known[found[0]] if found else None

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Names of several words, which ids seldom are."""
        return tuple(name for name in self._known.values() if " " in name)

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(self._known)

    def _begins(self, words: str) -> bool:
        titled = _TITLED.fullmatch(" ".join(words.split()))
        return titled is not None and titled[1].casefold() in self._exact


def fold(name: str) -> str:
    """A name as headings are compared: by its letters, whatever their case, without a colon or period at the end."""
    return " ".join(unicodedata.normalize("NFC", name).split()).rstrip(":. ").casefold()
