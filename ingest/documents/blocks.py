"""Headings and paragraphs, the common form of all documents, and the comparison of headings with event names."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from taeg.text.ids import normal_id

HEADING = re.compile(r" {0,3}(#{1,6})((?:[ \t].*)?)")
BRACKETED = re.compile(r"\s*\[([^\[\]]*)\]\s*")
BRACKET_LEVEL = 7
"""Below every `#`: in a text with `#` headings, a bracketed line such as `[laughter]` is text."""
PREAMBLE = "preamble"
"""Heading of text that belongs to no event, unless an event has this name."""
COMPARISONS = 10_000_000
"""Maximum number of comparisons of lines with event names per corpus; they take about a second."""
_ARABIC, _ROMAN = r"[0-9]{1,3}(?:\.[0-9]{1,3})*", "[ivxlcdm]{1,7}"
_NUMBER = re.compile(
    rf"(?:§+\s*{_ARABIC}[.):]?|\((?:{_ARABIC}|{_ROMAN})\)|(?:{_ARABIC}|{_ROMAN})[.)]|[0-9]+(?:\.[0-9]{{1,3}})+)\s+(?=\S)",
    re.IGNORECASE,
)
_ID_AND_TITLE = re.compile(r"(\S+)\s*(?::|\s[-\u2013\u2014])\s+\S.*")
_SIMILAR = 80
"""Similarity (0 to 100) from which a line is taken for a misspelt name."""
_LENGTH_RATIO = 1.5
"""Maximum ratio of the lengths of two similar texts."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text and where it was found."""

    text: str
    origin: str
    number: int = field(default=0, compare=False)
    """The number of the line in a text file, of the paragraph in a Word file; 0 if it has none."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (level 1 or higher) or a paragraph (level 0)."""

    lines: tuple[Line, ...]
    level: int = 0
    page: int = 0
    """The page on which it begins; 0 if the file does not record pages."""
    bold: bool = False

    @property
    def text(self) -> str:
        """The lines joined by spaces."""
        return " ".join(line.text.strip() for line in self.lines).strip()

    @property
    def origin(self) -> str:
        """Where the block begins."""
        return self.lines[0].origin

    @property
    def heading(self) -> str:
        """The text of a heading, without the brackets of a bracketed one."""
        bracketed = BRACKETED.fullmatch(self.text) if self.level == BRACKET_LEVEL else None
        return bracketed[1].strip() if bracketed else self.text


@dataclass(frozen=True, slots=True)
class Content:
    """The blocks of a file and the fields of the source."""

    blocks: Sequence[Block]
    fields: Mapping[str, Line]
    example: str
    """An example of a heading in this format, for messages."""
    defaults: Mapping[str, Line] = field(default_factory=dict)
    """Fields from file properties, which may come from a template; the text takes precedence."""
    titled: bool = False
    """Whether text above the first heading is an introduction, because the title is not a heading."""
    fixed: bool = False
    """Whether text between a title and the next heading is an introduction, because the file is hard to edit."""
    spread: bool = False
    """Whether each field of a section is a paragraph of its own."""
    unit: str = ""
    """What `Line.number` counts: `line` or `paragraph`."""


def strip_closing_marks(heading: str) -> str:
    """Remove the `#` marks that may close a Markdown heading after a space."""
    opened = heading.strip().rstrip("#")
    return opened.strip() if not opened or opened[-1].isspace() else heading.strip()


def strip_number(heading: str) -> str:
    """Remove a number in front of a heading: `3.`, `3)`, `(3)`, `§ 3`, `III.`."""
    return _NUMBER.sub("", heading.strip(), count=1) if _NUMBER.match(heading.strip()) else heading


def fold(name: str) -> str:
    """Normalise a name for comparison: case-folded, single spaces, no final colon or period."""
    return normal_id(" ".join(name.split())).rstrip(":. ").casefold()


class EventNames:
    """The ids and titles of all events of a corpus, and a limit on comparisons with them."""

    def __init__(self, names: Collection[str]) -> None:
        self._exact = frozenset(normal_id(name).casefold() for name in names)
        self._folded = {folded: name for name in reversed([*names]) if (folded := fold(name))}
        self._longest = max(map(len, self._folded), default=0)
        self._comparisons_left = COMPARISONS
        self.limit_reported = False
        """Whether a remark already says that the limit on comparisons was reached."""

    def __len__(self) -> int:
        return len(self._folded)

    def match(self, heading: str) -> str | None:
        """Return the event name that equals a heading, ignoring a number before it and punctuation after it."""
        for candidate in (heading, strip_number(heading)):
            plain = normal_id(" ".join(candidate.split()))
            for written in (plain, plain.rstrip(":. ")):
                if written.casefold() in self._exact:
                    return written
            if name := self._folded.get(fold(plain)):
                return name
        return None

    def normalize(self, heading: str) -> str:
        """Return a heading without a number in front of an event name; a title may follow the id (`arrival: …`)."""
        if name := self.match(heading):
            return name
        plain = strip_number(heading)
        drop = plain != heading and not self._starts_with_id(heading) and self._starts_with_id(plain)
        return plain if drop else heading

    def names_event(self, heading: str) -> bool:
        """Whether a heading names an event."""
        return self.match(heading) is not None or self._starts_with_id(strip_number(heading))

    def is_preamble(self, heading: str) -> bool:
        """Whether a heading marks text that belongs to no event."""
        return fold(strip_number(heading)) == PREAMBLE and PREAMBLE not in self._folded

    def most_similar(self, line: str) -> str | None:
        """Return the event name most similar to a line, or None."""
        if len(line) > _LENGTH_RATIO * self._longest + 10:  # most lines; 10 allows for a number
            return None
        from rapidfuzz import fuzz, process

        found = process.extractOne(
            fold(strip_number(line)), self._folded.keys(), scorer=fuzz.ratio, score_cutoff=_SIMILAR
        )
        return self._folded[found[0]] if found else None

    def use_comparisons(self, count: int) -> bool:
        """Whether `count` more comparisons are within the limit; if so, they are counted."""
        allowed = self._comparisons_left >= count
        self._comparisons_left -= count if allowed else 0
        return allowed

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Names of several words; most ids have only one."""
        return tuple(name for name in self._folded.values() if " " in name)

    def _starts_with_id(self, heading: str) -> bool:
        match = _ID_AND_TITLE.fullmatch(" ".join(heading.split()))
        return match is not None and normal_id(match[1]).casefold() in self._exact
