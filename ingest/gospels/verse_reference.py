"""References to verses: chapters, verses and halves of verses, parsed and printed.

A reference is a list of spans, and a span is an interval: `54a-54b` equals `54`. Books and texts are not known here;
which verses exist depends on the text.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from taeg.base.errors import InputError, quoted

HIGHEST = 999
"""Highest chapter or verse number."""
LONGEST = 1000
"""Maximum number of characters of a reference."""

_EXPECTED = "expected chapter:verse, as in 14:3, 14:3-9, 15:18-16:4, 21:18-19a or 14:3,5-7; 15:1"
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_NUMBER = re.compile(r"(?!0+\Z)[0-9]{1,3}")
_SPLIT_NUMBER = re.compile(r"[0-9]\s+[0-9]")
_ITEM = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,3})([ab]?)(?:-(?:([0-9]{1,3}):)?([0-9]{1,3})([ab]?))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """A range of verses; it may start and end in the middle of a verse."""

    chapter: int
    verse: int
    end_chapter: int
    end_verse: int
    from_middle: bool = False
    """Starts with the second half of the first verse (`b` on the left)."""
    to_middle: bool = False
    """Ends with the first half of the last verse (`a` on the right)."""

    def __post_init__(self) -> None:
        if not all(1 <= number <= HIGHEST for number in (*self.first, *self.last)):
            raise InputError(f"is wrong: chapters and verses are numbered from 1 to {HIGHEST}")
        if self.first > self.last or (self.first == self.last and self.from_middle and self.to_middle):
            raise InputError("is wrong: a range ends before it begins")

    @property
    def first(self) -> tuple[int, int]:
        """Chapter and verse of the beginning."""
        return self.chapter, self.verse

    @property
    def last(self) -> tuple[int, int]:
        """Chapter and verse of the end."""
        return self.end_chapter, self.end_verse

    def printed(self, chapter: int | None) -> str:
        """Print the span as it follows an item that ended in `chapter` (None: it is the first item)."""
        start = f"{self.verse}" if self.chapter == chapter else f"{self.chapter}:{self.verse}"
        if self.first == self.last:
            return start + ("b" if self.from_middle else "a" if self.to_middle else "")
        end = f"{self.end_verse}" if self.end_chapter == self.chapter else f"{self.end_chapter}:{self.end_verse}"
        return f"{start}{'b' if self.from_middle else ''}-{end}{'a' if self.to_middle else ''}"


@dataclass(frozen=True, slots=True)
class VerseReference:
    """One or more spans in reading order."""

    spans: tuple[Span, ...]

    def __post_init__(self) -> None:
        if not self.spans:
            raise InputError(f"a reference is empty; {_EXPECTED}")

    @classmethod
    def parse(cls, text: str, location: str = "") -> "VerseReference":
        """Parse a reference; error messages start with `location` (file and line)."""
        try:
            return cls(_parse_spans(text))
        except InputError as error:
            raise InputError(f"reference {quoted(text, 60)} {error}; {_EXPECTED}", location) from None

    @property
    def plain(self) -> bool:
        """Whether this is a single `chapter:verse[-verse]`, the only form that the published code reads."""
        span = self.spans[0]
        whole = not (span.from_middle or span.to_middle)
        return len(self.spans) == 1 and span.chapter == span.end_chapter and whole

    def __str__(self) -> str:
        parts = [self.spans[0].printed(None)]
        for before, span in pairwise(self.spans):
            separator = "," if span.chapter == before.end_chapter else "; "
            parts.append(separator + span.printed(before.end_chapter))
        return "".join(parts)


def parse_number(text: str, what: str, location: str) -> int:
    """Parse the number of a chapter or verse; `what` is its name in error messages."""
    if not _NUMBER.fullmatch(text):
        found = f"is {quoted(text)}" if text else "is missing"
        raise InputError(f"{what} {found}; write a number from 1 to {HIGHEST}", location)
    return int(text)


def _parse_spans(text: str) -> tuple[Span, ...]:
    if len(text) > LONGEST:
        raise InputError(f"is longer than {LONGEST} characters")
    if _SPLIT_NUMBER.search(text):
        raise InputError("has a space inside a number")
    spans: list[Span] = []
    for item in re.split("[,;]", "".join(text.split()).casefold().translate(_DASHES)):
        spans.append(_parse_item(item, spans[-1].end_chapter if spans else None))
    return tuple(spans)


def _parse_item(item: str, chapter_before: int | None) -> Span:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise InputError("cannot be read")
    chapter, verse, half, end_chapter, end_verse, end_half = match.groups()
    first = int(chapter) if chapter else chapter_before
    if first is None:
        raise InputError("does not begin with a chapter")
    to_middle = (end_half if end_verse else half) == "a"
    return Span(first, int(verse), int(end_chapter or first), int(end_verse or verse), half == "b", to_middle)
