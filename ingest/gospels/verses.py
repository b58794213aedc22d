"""The verses of one translation, and the passages that references select from them.

A verse that the translation omits is reported as a gap. A verse that no translation has (past the end of its chapter)
is an error in the reference.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from ingest.gospels.books import GOSPELS
from ingest.gospels.half_verses import halves
from ingest.gospels.verse_reference import Span, VerseReference
from taeg.base.errors import InputError

MOST_VERSES = 10_000
"""Maximum number of verses of one reference, repetitions included; the longest gospel has 1,151."""
MOST_CHARACTERS = 64 * 1024 * 1024
"""Maximum number of characters that all references together select; they may repeat verses."""
OMITTED = "See Footnote"
"""Text in the published data in place of a verse that the translation omits."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The text that a reference selects, and the names of verses that the translation does not have."""

    text: str
    gaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerseText:
    """The verses of a translation by book title, chapter and verse."""

    verses: Mapping[tuple[str, int, int], str]
    _last: Mapping[tuple[str, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        last: dict[tuple[str, int], int] = {}
        for book, chapter, verse in self.verses:
            last[book, chapter] = max(verse, last.get((book, chapter), 0))
        for key, verse in canonical().items():
            last[key] = max(verse, last.get(key, 0))
        object.__setattr__(self, "verses", MappingProxyType(dict(self.verses)))
        object.__setattr__(self, "_last", MappingProxyType(last))

    def passage(self, book: str, reference: VerseReference, location: str = "", *, literal: bool = False) -> Passage:
        """Return the passage of a reference; `literal` keeps the mark `OMITTED` as if it were text."""
        texts: list[str] = []
        missing: list[Span] = []
        size = 0
        for part in self.parts(book, reference, location):
            text = self.verses.get((book, part.chapter, part.verse), "").strip()
            if text == OMITTED and not literal:
                text = ""
            if part.from_middle or part.to_middle:
                text = halves(text)[part.from_middle]
            size += len(text)
            check_size(size, location)
            if text:
                texts.append(text)
            else:
                missing.append(part)
        gaps = tuple(f"{book} {VerseReference((span,))}" for span in self._merged(book, missing))
        return Passage(" ".join(texts), gaps)

    def whole(self, book: str, span: Span, *, literal: bool = False) -> str:
        """Return the text of all verses within a span."""
        held = sorted(
            key
            for key in self.verses
            if key[0] == book and (span.chapter, span.verse) <= key[1:] <= (span.end_chapter, span.end_verse)
        )
        texts = (self.verses[key].strip() for key in held)
        return " ".join(text for text in texts if text and (literal or text != OMITTED))

    def parts(self, book: str, reference: VerseReference, location: str = "") -> Iterator[Span]:
        """Yield the verses and half verses of a reference; raise if one is past the end of its chapter."""
        count = 0
        for span in reference.spans:
            self._check(book, span.chapter, span.verse, location)
            self._check(book, span.end_chapter, span.end_verse, location)
            chapter, verse = span.chapter, span.verse
            while (chapter, verse) <= (span.end_chapter, span.end_verse):
                from_middle = span.from_middle and (chapter, verse) == (span.chapter, span.verse)
                to_middle = span.to_middle and (chapter, verse) == (span.end_chapter, span.end_verse)
                yield Span(chapter, verse, chapter, verse, from_middle, to_middle)
                count += 1
                if count > MOST_VERSES:
                    raise InputError(f"the reference covers more than {MOST_VERSES:,} verses; shorten it", location)
                chapter, verse = self._next(book, chapter, verse)

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
            if (
                before is not None
                and not before.to_middle
                and not part.from_middle
                and self._next(book, before.end_chapter, before.end_verse) == (part.chapter, part.verse)
            ):
                merged[-1] = Span(
                    before.chapter, before.verse, part.chapter, part.verse, before.from_middle, part.to_middle
                )
            else:
                merged.append(part)
        return merged


def check_size(characters: int, location: str) -> None:
    """Raise if references select too much text (a small file could repeat the same verses many times)."""
    if characters > MOST_CHARACTERS:
        raise InputError(f"the references select more than {MOST_CHARACTERS:,} characters; correct them", location)


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
