"""The verses of one translation, and the passages that references select from them.

A verse that the translation omits is reported as a gap. A verse that no translation has (past the end of its chapter)
is an error in the reference.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from ingest.gospels.books import GOSPELS
from ingest.gospels.verse_reference import Span, VerseReference
from taeg.base.errors import InputError

MOST_VERSES = 10_000
"""Maximum number of verses of one reference, repetitions included; the longest gospel has 1,151."""
MOST_CHARACTERS = 64 * 1024 * 1024
"""Maximum number of characters that all references together select; they may repeat verses."""
OMITTED = "See Footnote"
"""Text in the published data in place of a verse that the translation omits."""
_CLOSERS = "'\"`\u2018\u2019\u201c\u201d\u00ab\u00bb\u2039\u203a)\\]}\u300d\u300f\uff09\u3011\u300b\u3009\uff3d\uff5d"
"""Closing quotes and brackets, including those that open a quote in other languages; they stay with the mark."""


def _marks(spaced: str, unspaced: str, *others: str) -> re.Pattern[str]:
    """Return a pattern for punctuation marks with the closers after them.

    `spaced` marks count only before white space or a closer, so `5,000` contains no boundary; `unspaced` marks belong
    to scripts written without spaces.
    """
    closers = f"[{_CLOSERS}]"
    return re.compile("|".join((f"[{spaced}](?:{closers}+|(?=\\s))", f"[{unspaced}]{closers}*", *others)))


BOUNDARIES = (
    # . ! ? ellipsis, Arabic question mark and full stop, dandas | ideographic and full-width forms
    _marks(".!?\u2026\u061f\u06d4\u0964\u0965", "\u3002\uff01\uff1f\uff0e\uff61"),
    # ; : Arabic semicolon, Greek high dot | full-width forms | dashes
    _marks(";:\u061b\u00b7\u0387\u037e", "\uff1b\uff1a", "--(?!-)", "[\u2014\u2015](?![\u2014\u2015])"),
    # , Arabic comma | full-width and ideographic commas
    _marks(",\u060c", "\uff0c\u3001\uff64"),
    re.compile(r"(?<=\s)(?=(?:and|but|then|while)\s)", re.IGNORECASE),
    re.compile(r"\s(?!\s)"),
)
"""Patterns of boundaries, strongest first; the second half begins at the end of a match."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The text that a reference selects, and the names of verses that the translation does not have."""

    text: str
    gaps: tuple[str, ...] = ()


class VerseText:
    """The verses of a translation by book title, chapter and verse."""

    def __init__(self, verses: Mapping[tuple[str, int, int], str], files: Mapping[str, str] = {}) -> None:
        """`files` has the name of the file or package of each book."""
        self.verses = verses
        self.files = files
        self._selected = 0
        self._last = dict(canonical())
        for book, chapter, verse in verses:
            self._last[book, chapter] = max(verse, self._last.get((book, chapter), 0))

    def passage(self, book: str, reference: VerseReference, location: str = "", *, literal: bool = False) -> Passage:
        """Return the passage of a reference; `literal` keeps the mark `OMITTED` as if it were text."""
        texts: list[str] = []
        missing: list[Span] = []
        for part in self.parts(book, reference, location):
            text = self.verses.get((book, part.chapter, part.verse), "").strip()
            if text == OMITTED and not literal:
                text = ""
            if part.from_middle or part.to_middle:
                text = halves(text)[part.from_middle]
            self._selected += len(text)
            if self._selected > MOST_CHARACTERS:  # a small file could repeat the same verses many times
                raise InputError(
                    f"the references select more than {MOST_CHARACTERS:,} characters; correct them", location
                )
            if text:
                texts.append(text)
            else:
                missing.append(part)
        gaps = tuple(f"{book} {VerseReference((span,))}" for span in self._merged(book, missing))
        return Passage(" ".join(texts), gaps)

    def whole(self, book: str, span: Span, *, literal: bool = False) -> str:
        """Return the text of all verses within a span."""
        held = sorted(key for key in self.verses if key[0] == book and span.first <= key[1:] <= span.last)
        texts = (self.verses[key].strip() for key in held)
        return " ".join(text for text in texts if text and (literal or text != OMITTED))

    def parts(self, book: str, reference: VerseReference, location: str = "") -> Iterator[Span]:
        """Yield the verses and half verses of a reference; raise if one is past the end of its chapter."""
        count = 0
        for span in reference.spans:
            self._check(book, *span.first, location)
            self._check(book, *span.last, location)
            at = span.first
            while at <= span.last:
                yield Span(*at, *at, span.from_middle and at == span.first, span.to_middle and at == span.last)
                count += 1
                if count > MOST_VERSES:
                    raise InputError(f"the reference covers more than {MOST_VERSES:,} verses; shorten it", location)
                at = self._next(book, *at)

    def _next(self, book: str, chapter: int, verse: int) -> tuple[int, int]:
        return (chapter, verse + 1) if verse < self._last.get((book, chapter), 0) else (chapter + 1, 1)

    def _check(self, book: str, chapter: int, verse: int, location: str) -> None:
        last = self._last.get((book, chapter))
        if last is None:
            chapters = [number for title, number in self._last if title == book]
            held = f"its last chapter is {max(chapters)}" if chapters else "there is no such book in this text"
            raise InputError(f"{book} has no chapter {chapter} ({held}); correct the reference", location)
        if verse > last:
            raise InputError(
                f"{book} has no verse {chapter}:{verse} (chapter {chapter} ends at verse {last}); "
                "correct the reference",
                location,
            )

    def _merged(self, book: str, missing: list[Span]) -> list[Span]:
        """Merge adjacent spans."""
        merged: list[Span] = []
        for part in missing:
            before = merged[-1] if merged else None
            whole = before and not before.to_middle and not part.from_middle
            if before and whole and self._next(book, *before.last) == part.first:
                merged[-1] = Span(*before.first, *part.last, before.from_middle, part.to_middle)
            else:
                merged.append(part)
        return merged


def halves(verse: str) -> tuple[str, str]:
    """Return the halves `a` and `b` of a verse, stripped; the second is empty if the verse cannot be split.

    The letters mean only 'first part' and 'second part'; they do not define where the parts meet. This rule agrees best
    with the published gold text: split at the strongest boundary, and among equals at the one nearest the middle.
    """
    verse = verse.strip()
    # Each half must contain a letter or digit, so a mark at either end of the verse is no boundary.
    letters = [position for position, character in enumerate(verse) if character.isalnum()]
    if letters:
        for boundary in BOUNDARIES:
            ends = [m.end() for m in boundary.finditer(verse) if letters[0] < m.end() <= letters[-1]]
            if ends:
                cut = min(ends, key=lambda end: (abs(2 * end - len(verse)), end))
                return verse[:cut].rstrip(), verse[cut:].lstrip()
    return verse, ""


@cache
def canonical() -> Mapping[tuple[str, int], int]:
    """Return the last verse of each chapter of the four gospels, by title and chapter."""
    import pythonbible

    return MappingProxyType(
        {
            (gospel.title, chapter): int(pythonbible.get_number_of_verses(book, chapter))
            for gospel in GOSPELS
            for book in [pythonbible.Book(gospel.number)]
            for chapter in range(1, pythonbible.get_number_of_chapters(book) + 1)
        }
    )
