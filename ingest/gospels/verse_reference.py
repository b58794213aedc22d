"""Where words stand in a book: chapters, verses and halves of verses, read from text and printed back.

A reference is a list of spans, and a span is an interval: letters on its ends are kept as what they mean, so
`54a-54b` and `54` are one value. Not for books or texts: which verses exist is known to whoever holds the text.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from taeg.base.errors import InputError

HIGHEST = 999
"""No book has more chapters, and no chapter more verses."""
LONGEST = 1000
"""Characters a reference may have."""

_EXPECTED = "expected chapter:verse, as in 14:3, 14:3-9, 15:18-16:4, 21:18-19a or 14:3,5-7; 15:1"
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_SPLIT_NUMBER = re.compile(r"[0-9]\s+[0-9]")
_ITEM = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,3})([ab]?)(?:-(?:([0-9]{1,3}):)?([0-9]{1,3})([ab]?))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """From one verse to another; it may begin at the first verse's middle and end at the last one's."""

    chapter: int
    verse: int
    end_chapter: int
    end_verse: int
    from_middle: bool = False
    """The first verse's second half on (`b` on the left)."""
    to_middle: bool = False
    """Up to the middle of the last verse (`a` on the right)."""

    def __post_init__(self) -> None:
        if fault := self._fault():
            raise InputError(fault)

    def _fault(self) -> str:
        numbers = (self.chapter, self.verse, self.end_chapter, self.end_verse)
        if not all(1 <= number <= HIGHEST for number in numbers):
            return f"chapters and verses are numbered from 1 to {HIGHEST}"
        first, last = (self.chapter, self.verse), (self.end_chapter, self.end_verse)
        if first > last or (first == last and self.from_middle and self.to_middle):
            return "a range ends before it begins"
        return ""

    @property
    def single(self) -> bool:
        """Whether the span lies within one verse."""
        return (self.chapter, self.verse) == (self.end_chapter, self.end_verse)

    def printed(self, chapter: int | None) -> str:
        """Print the span as it stands after an item that ended in `chapter` (None: it stands first)."""
        start = f"{self.verse}" if self.chapter == chapter else f"{self.chapter}:{self.verse}"
        if self.single:
            return start + ("b" if self.from_middle else "a" if self.to_middle else "")
        end = f"{self.end_verse}" if self.end_chapter == self.chapter else f"{self.end_chapter}:{self.end_verse}"
        return f"{start}{'b' if self.from_middle else ''}-{end}{'a' if self.to_middle else ''}"


@dataclass(frozen=True, slots=True)
class Reference:
    """One or more spans, in the order in which they are to be read."""

    spans: tuple[Span, ...]

    def __post_init__(self) -> None:
        if not self.spans:
            raise InputError(f"a reference is empty; {_EXPECTED}")

    @classmethod
    def parse(cls, text: str, place: str = "") -> "Reference":
        """Read a reference; `place` (file and line) goes into the message when it cannot be read."""
        if len(text) > LONGEST:
            raise InputError(f"reference {_quoted(text)} is longer than {LONGEST} characters; {_EXPECTED}", place)
        if _SPLIT_NUMBER.search(text):
            raise InputError(f"reference {_quoted(text)} has a space inside a number; {_EXPECTED}", place)
        spans: list[Span] = []
        for item in re.split("[,;]", "".join(text.split()).casefold().translate(_DASHES)):
            match = _ITEM.fullmatch(item)
            if match is None:
                raise InputError(f"reference {_quoted(text)} cannot be read; {_EXPECTED}", place)
            chapter, verse, half, end_chapter, end_verse, end_half = match.groups()
            if chapter is None and not spans:
                raise InputError(f"reference {_quoted(text)} does not begin with a chapter; {_EXPECTED}", place)
            first = int(chapter) if chapter else spans[-1].end_chapter
            try:
                spans.append(
                    Span(
                        chapter=first,
                        verse=int(verse),
                        end_chapter=int(end_chapter) if end_chapter else first,
                        end_verse=int(end_verse or verse),
                        from_middle=half == "b",
                        to_middle=(end_half if end_verse else half) == "a",
                    )
                )
            except InputError as error:
                raise InputError(f"reference {_quoted(text)} is wrong: {error}; {_EXPECTED}", place) from None
        return cls(tuple(spans))

    @property
    def plain(self) -> bool:
        """Whether this is a single `chapter:verse[-verse]`, all that the published code reads."""
        span = self.spans[0]
        whole = not (span.from_middle or span.to_middle)
        return len(self.spans) == 1 and span.chapter == span.end_chapter and whole

    def __str__(self) -> str:
        parts = [self.spans[0].printed(None)]
        for before, span in pairwise(self.spans):
            separator = "," if span.chapter == before.end_chapter else "; "
            parts.append(separator + span.printed(before.end_chapter))
        return "".join(parts)


def _quoted(text: str, limit: int = 60) -> str:
    """Quote a user's text on one line, shortened."""
    return repr(text if len(text) <= limit else text[:limit] + "...")
