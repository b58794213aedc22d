"""A narrative with numbered notes, for the formats meant for reading; and text helpers shared by formats.

Each passage has the number of the note that names its source. There is one note per version, numbered by first use.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from taeg.consolidate.narrative import Passage, attribution
from taeg.export.book import Book
from taeg.model.corpus import Event, Version
from taeg.text.dates import readable

REPLACEMENT = "\ufffd"
"""Replaces characters that a format cannot represent."""
TITLE_ONLY = "no source: the title of an event for which no account has text"
_CONTROLS = {code: REPLACEMENT for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SENTINEL = "."


@dataclass(frozen=True, slots=True)
class NotedPassage:
    """The text of a passage without white space at its ends, and the number of its note."""

    text: str
    note: int


@dataclass(frozen=True, slots=True)
class Section:
    """The passages of an event; a single passage without heading if the narrative does not follow the timeline."""

    event: str
    heading: str
    edits: tuple[str, ...]
    passages: tuple[NotedPassage, ...]


@dataclass(frozen=True, slots=True)
class NotedNarrative:
    """The sections of a narrative and its notes; the first note has the number 1."""

    sections: tuple[Section, ...]
    notes: tuple[str, ...]


def annotate(book: Book) -> NotedNarrative:
    """Number the sources of the main run's passages."""
    headed = book.follows_timeline
    entries = {event.id: (event, versions) for event, versions in book.timeline_entries}
    notes: dict[str, int] = {}
    sections = []
    for _, group in groupby(enumerate(book.main.passages), key=lambda item: item[1].event if headed else item[0]):
        noted: list[NotedPassage] = []
        for _, passage in group:
            event, versions = entries.get(passage.event, (None, ()))
            edits = () if headed else passage.edits
            number = notes.setdefault(_note(book, passage, versions, edits), len(notes) + 1)
            noted.append(NotedPassage(passage.text.strip(), number))
        heading = title_line(book, event) if headed and event else ""
        sections.append(Section(passage.event, heading, passage.edits if headed else (), tuple(noted)))
    return NotedNarrative(tuple(sections), tuple(notes))


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
