"""Contested facts as an appendix for readers: by event, each with who says what, where, and what is preferred.

Used by plain text, Markdown and Word. Texts are verbatim; each format escapes them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from taeg.conflicts import values as kinds
from taeg.conflicts.facts import values
from taeg.conflicts.values import CONFIRMED, SETTLED, Amendment, Copy, Fact, Side
from taeg.consolidate.narrative import attribution
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.export.notes import title_line
from taeg.text.language import language

TITLE = "Contested facts"
INTRODUCTION = (
    "What accounts of one event say differently, as far as it was found; not every difference is. Nothing was removed "
    "from any account. A confident finding is seldom wrong; a possible one needs to be checked."
)
NONE_FOUND = "No contested facts were found."
KINDS: Mapping[str, str] = MappingProxyType(
    {
        kinds.COUNT: "number",
        kinds.CLOCK: "time of day",
        kinds.AGE: "age",
        kinds.MEASURE: "measure",
        kinds.COLOUR: "colour",
        kinds.MONEY: "amount of money",
        kinds.DATE: "date",
        kinds.DURATION: "duration",
        kinds.SCORE: "score",
        kinds.SIDE: "side or direction",
        kinds.ORDER: "order of events",
        kinds.TIMELINE: "time against the timeline",
        kinds.STATEMENT: "statement",
    }
)
"""Kinds of facts in words."""
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "latest": "the latest account",
        "corrected": "an explicit correction",
        "majority": "most sources, copies counted once",
        "priority": "the source that takes precedence",
        "first-hand": "first-hand",
        "person": "decided by the editor",
    }
)
"""Reasons of preferences in words."""
HEDGED, SECONDHAND = "estimate", "hearsay"
"""Remarks on a side."""
SHOWN = 240
"""Characters of a sentence that are shown around the words of a side."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence, or the part of a long one around the words that matter."""

    before: str
    words: str
    after: str

    @property
    def text(self) -> str:
        """All of it."""
        return self.before + self.words + self.after


@dataclass(frozen=True, slots=True)
class Row:
    """What one account says of a fact."""

    value: str
    who: str
    """The source and where in it."""
    quotation: Quotation
    remarks: tuple[str, ...]
    is_preferred: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact: what it is about, how certain the finding is, the sides by value, and what is preferred."""

    name: str
    tier: str
    rows: tuple[Row, ...]
    verdict: str
    """A sentence without a full stop; empty if nobody and no policy decided anything."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An explicit correction of an account."""

    who: str
    what: str
    """For instance `corrects 16 to 14`."""
    quotation: Quotation
    of: str
    """The corrected account; empty if it is the same."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """An account that repeats the wording of another one."""

    who: str
    original: str
    share: str


@dataclass(frozen=True, slots=True)
class Appendix:
    """Contested facts by event, with the heading of each event; corrections and copies."""

    events: tuple[tuple[str, tuple[Entry, ...]], ...]
    corrections: tuple[Correction, ...]
    copies: tuple[Repetition, ...]


def appendix(book: Book) -> Appendix | None:
    """The appendix of a book; None if contradictions have not been looked for."""
    if book.contested is None:
        return None
    return _Reader(book).appendix(book.contested)


def reason(fact: Fact) -> str:
    """Why a side is preferred, in words."""
    return REASONS.get(fact.because, fact.because)


def remarks(side: Side) -> tuple[str, ...]:
    """What makes a side less certain."""
    return (*([HEDGED] if side.hedged else []), *([] if side.firsthand else [SECONDHAND]))


class _Reader:
    """Finds the sentences of sides; the sentences of a version are found once."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._sentences: dict[int, Sequence[tuple[int, int]]] = {}

    def appendix(self, contested: Contested) -> Appendix:
        by_event = groupby(contested.facts, key=lambda fact: fact.event)
        return Appendix(
            tuple(
                (title_line(self._book, self._book.events[event]), tuple(map(self._entry, facts)))
                for event, facts in by_event
            ),
            tuple(map(self._correction, contested.amendments)),
            tuple(map(self._repetition, contested.copies)),
        )

    def _entry(self, fact: Fact) -> Entry:
        kind = KINDS.get(fact.kind, fact.kind)
        return Entry(f"{kind}: {fact.key}" if fact.key else kind, fact.tier, tuple(self._rows(fact)), _verdict(fact))

    def _rows(self, fact: Fact) -> Iterator[Row]:
        for value, sides in values(fact):
            for index in sides:
                side = fact.sides[index]
                who = self._place(side.version, side.start)
                quotation = self._quotation(side.version, side.start, side.end)
                yield Row(value, who, quotation, remarks(side), index in fact.preferred)

    def _correction(self, amendment: Amendment) -> Correction:
        amended = self._book.versions[amendment.amended].text
        old = _shortened(amended, amendment.amended_start, amendment.amended_start, amendment.amended_end).words
        of = amendment.amended != amendment.version and self._place(amendment.amended, amendment.amended_start)
        return Correction(
            self._place(amendment.version, amendment.start),
            f"corrects {amendment.old or old} to {amendment.new}" if amendment.new else f"withdraws \u201c{old}\u201d",
            _shortened(self._book.versions[amendment.version].text, amendment.start, amendment.start, amendment.end),
            of or "",
        )

    def _repetition(self, copy: Copy) -> Repetition:
        return Repetition(self._who(copy.version), self._who(copy.original), f"{copy.share:.0%}".replace("%", " %"))

    def _who(self, version: int) -> str:
        found = self._book.versions[version]
        return attribution(self._book.source_of(found).title or found.source, found.citation)

    def _place(self, version: int, at: int) -> str:
        """The citation of a place: page, paragraph or line as the source gives them, and the sentence."""
        sentences = self._split(version)
        number = self._sentence(version, at) + 1
        return self._who(version) + (f", sentence {number}" if len(sentences) > 1 else "")

    def _quotation(self, version: int, start: int, end: int) -> Quotation:
        first, last = self._split(version)[self._sentence(version, start)]
        return _shortened(self._book.versions[version].text, first, start, end, max(last, end))

    def _sentence(self, version: int, at: int) -> int:
        """The index of the sentence at a place of a version."""
        return max(bisect_right(self._split(version), at, key=lambda span: span[0]) - 1, 0)

    def _split(self, version: int) -> Sequence[tuple[int, int]]:
        """Where the sentences of a version start and end; at least one."""
        if version not in self._sentences:
            found, at, text = [], 0, self._book.versions[version].text
            for sentence in language(self._book.versions[version].language or self._book.language).sentences(text):
                at = text.index(sentence, at)
                found.append((at, at + len(sentence)))
                at += len(sentence)
            self._sentences[version] = found or [(0, len(text))]
        return self._sentences[version]


def _verdict(fact: Fact) -> str:
    """What is preferred and why, and what a person decided."""
    chosen = dict.fromkeys(fact.sides[index].value for index in fact.preferred)
    preferred = f"preferred: {', '.join(chosen)} ({reason(fact)})" if chosen else ""
    confirmed = "confirmed by the editor" if fact.decided == CONFIRMED else ""
    why = f"reason: {fact.why}" if fact.why and fact.decided in (CONFIRMED, SETTLED) else ""
    return "; ".join(part for part in (confirmed, preferred, why) if part)


def _shortened(text: str, first: int, start: int, end: int, last: int = 0) -> Quotation:
    """The words from `start` to `end` with what stands around them, of long texts only a part."""
    last = max(last, end)
    begin, stop = max(first, start - SHOWN // 2), min(last, max(end, start + SHOWN) + SHOWN // 2)
    words = text[start:end] if end - start <= 2 * SHOWN else f"{text[start : start + 2 * SHOWN].rstrip()} \u2026"
    before = text[begin:start] if begin == first else f"\u2026 {text[begin:start].split(' ', 1)[-1]}"
    after = text[end:stop] if stop == last else f"{text[end:stop].rsplit(' ', 1)[0]} \u2026"
    return Quotation(before, words, after)
