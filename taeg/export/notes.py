"""A narrative with numbered notes, for the formats meant for reading; and text helpers shared by formats.

A statement, consecutive words of one version, has the number of the note that names its source. There is one note per
version, numbered by first use.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from taeg.consolidate.narrative import Passage, attribution, ending, introduction, linked, sections
from taeg.consolidate.narrative import Section as Passages
from taeg.consolidate.voices import QUOTED, quotation_marks
from taeg.export.book import Book
from taeg.model.corpus import Event, Version
from taeg.text.dates import readable

REPLACEMENT = "\ufffd"
"""Replaces characters that a format cannot represent."""
TITLE_ONLY = "no source: the title of an event for which no account has text"
HEARSAY = "hearsay"
"""Follows a sentence whose speaker has it from others."""
_LIKE_A_MARK = re.compile(rf"(?<!\[)\[++(?=\d|{HEARSAY})")
"""All brackets before a number, or before one of our marks."""
_CONTROLS = {code: REPLACEMENT for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SENTINEL = "."


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an account, and what readers are told about its last sentence."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """Consecutive words of one version without white space at their ends, and the number of their note."""

    pieces: tuple[Piece, ...]
    note: int
    lead: str = ""
    """Who speaks, for instance `Reyes also says:`; empty if the words are not quoted."""
    citation: str = ""
    """Where quoted words are in their source."""

    def text(self, brackets: int = 1) -> str:
        """The words, with marks in brackets."""
        return "".join(f"{p.text} {mark(p.mark, brackets)}" if p.mark else p.text for p in self.pieces)


Paragraph = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The narrative of an event; a single passage without heading if the narrative does not follow the timeline."""

    event: str
    heading: str
    edits: tuple[str, ...]
    running: tuple[Paragraph, ...]
    """One paragraph, or one for each change of speaker."""
    additions: tuple[Paragraph, ...] = ()
    """What other accounts add, by source."""


@dataclass(frozen=True, slots=True)
class NotedNarrative:
    """The sections of a narrative and its notes; the first note has the number 1."""

    sections: tuple[Section, ...]
    notes: tuple[str, ...]

    @property
    def marks(self) -> frozenset[str]:
        """The marks that it has."""
        paragraphs = (p for section in self.sections for p in (*section.running, *section.additions))
        return frozenset(
            p.mark for p in chain.from_iterable(s.pieces for s in chain.from_iterable(paragraphs)) if p.mark
        )


def annotate(book: Book) -> NotedNarrative:
    """Divide the main run into statements and number their sources."""
    annotator = _Annotator(book)
    found = sections(book.main.passages)
    if book.follows_timeline:
        by_event = groupby(found, key=lambda section: next(_passages(section)).event)
        made = [annotator.section(event, list(group)) for event, group in by_event]
    else:
        made = [annotator.section("", [section]) for section in found]
    return NotedNarrative(tuple(made), tuple(annotator.notes))


class _Annotator:
    """Makes sections, and collects the notes by their number."""

    def __init__(self, book: Book) -> None:
        self.notes: dict[str, int] = {}
        self._book = book
        self._entries = {event.id: (event, versions) for event, versions in book.timeline_entries}
        self._pieces = dict(zip(book.main.passages, _pieces(book), strict=True))

    def section(self, event_id: str, found: Sequence[Passages]) -> Section:
        """Make the section of an event, or one without heading if no event is given."""
        statements = [self._statement(turn, not event_id) for one in found for turn in one.turns]
        running = tuple((one,) for one in statements) if self._book.voice == QUOTED else (tuple(statements),)
        additions = tuple((self._statement(turn, not event_id, added=True),) for one in found for turn in one.noted)
        if not event_id:
            return Section("", "", (), running, additions)
        edits = next(_passages(found[0])).edits
        heading = title_line(self._book, self._entries[event_id][0])
        return Section(event_id, heading, edits, running if statements else (), additions)

    def _statement(self, turn: Sequence[Passage], with_edits: bool, *, added: bool = False) -> Statement:
        """Make a statement from passages of one version."""
        first, code = turn[0], self._book.language
        _, versions = self._entries.get(first.event, (None, ()))
        note = _note(self._book, first, versions, first.edits if with_edits else ())
        number = self.notes.setdefault(note, len(self.notes) + 1)
        parts = chain.from_iterable((Piece(link), *self._pieces[passage]) for link, passage in linked(turn))
        pieces = _trimmed([*parts, Piece(ending(turn[-1]))])
        if not first.source or not (added or self._book.voice == QUOTED):
            return Statement(_merged(pieces), number)
        opening, closing = quotation_marks(code)
        lead = introduction(first, code) if added else f"{first.speaker}:"
        quoted = _merged((Piece(opening), *pieces, Piece(closing)))
        return Statement(quoted, number, one_line(lead), one_line(first.reference))


def _passages(section: Passages) -> Iterator[Passage]:
    yield from section.running
    yield from section.notes


def _pieces(book: Book) -> Iterator[tuple[Piece, ...]]:
    """Divide each passage of the main run after the sentences that are marked."""
    for passage, sentences in zip(book.main.passages, book.main.split, strict=True):
        pieces, at, done = [], 0, 0
        for sentence in sentences:
            at += len(sentence.gap) + len(sentence.text)
            if sentence.is_hearsay:
                pieces.append(Piece(passage.text[done:at], HEARSAY))
                done = at
        yield (*pieces, Piece(passage.text[done:]))


def _trimmed(pieces: Iterable[Piece]) -> list[Piece]:
    """Remove white space at both ends."""
    found = list(pieces)
    while found and not found[-1].mark and not found[-1].text.strip():
        found.pop()
    while found and not found[0].mark and not found[0].text.strip():
        del found[0]
    if found and not found[-1].mark:
        found[-1] = Piece(found[-1].text.rstrip())
    if found:
        found[0] = Piece(found[0].text.lstrip(), found[0].mark)
    return found


def _merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Join pieces between which there is no mark."""
    found: list[Piece] = []
    for piece in pieces:
        before = found.pop().text if found and not found[-1].mark else ""
        found.append(Piece(before + piece.text, piece.mark))
    return tuple(found)


def mark(content: int | str, brackets: int = 1) -> str:
    """The number of a note, or a mark, in brackets."""
    return "[" * brackets + str(content) + "]" * brackets


def count_brackets(book: Book) -> int:
    """How many brackets a mark needs: one more than any account has around such a content."""
    texts = (passage.text for passage in book.main.passages)
    return 1 + max((len(found) for text in texts for found in _LIKE_A_MARK.findall(text)), default=0)


def explained(narrative: NotedNarrative, brackets: int = 1) -> str:
    """A sentence that explains the marks of a narrative; empty if it has none."""
    if HEARSAY not in narrative.marks:
        return ""
    return f"{mark(HEARSAY, brackets)} follows a sentence whose speaker has it from others."


def title_line(book: Book, event: Event) -> str:
    """An event's number in the timeline, its title, time and location."""
    number, time = book.numbers[event.id], readable(event.time, book.language)
    circumstances = ", ".join(part for part in map(one_line, (event.day, time, event.location)) if part)
    title = one_line(event.title) or one_line(event.id)
    return f"{number}. {title}" + (f" ({circumstances})" if circumstances else "")


def head(book: Book) -> tuple[str, str]:
    """The title, and a line with corpus, run, program and licence."""
    about = (
        f"Accounts selected by: {book.main.title}, run {book.main.run.id}. Corpus {book.corpus}, made by "
        f"{book.program}. Licence: {book.licence or 'not stated'}."
    )
    return one_line(book.title) or one_line(book.short_id), one_line(about)


def sentence_case(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """A text with line feeds as line ends and without other control characters than tabs."""
    return "\n".join((text + _SENTINEL).splitlines())[: -len(_SENTINEL)].translate(_CONTROLS)


def xml_text(text: str) -> str:
    """A text with U+FFFD in place of each character that XML 1.0 cannot represent."""
    return _NOT_XML.sub(REPLACEMENT, text)


def _note(book: Book, passage: Passage, versions: Sequence[Version], edits: Sequence[str]) -> str:
    """Source, citation and time, the parallel accounts, the edits that no heading has, and the version id."""
    if not passage.source:
        return f"{TITLE_ONLY} ({one_line(passage.title or passage.event)})"
    used = next((v for v in versions if v.id == passage.version), None)
    parallels = dict.fromkeys(
        attribution(book.source_of(v).title or v.source, v.citation) for v in versions if v.usable and v is not used
    )
    time = readable(passage.time, book.language)
    parts = (
        passage.attribution + (f" ({time})" if time else ""),
        used and used.gaps and f"Could not be read: {', '.join(used.gaps)}",
        parallels and f"Also in: {'; '.join(parallels)}",
        sentence_case("; ".join(edits)),
        passage.version and f"Version {passage.version}",
    )
    return " ".join(f"{one_line(part).rstrip('.')}." for part in parts if part)
