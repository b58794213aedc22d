"""A narrative with numbered notes, for the formats meant for reading; and text helpers shared by formats.

Each sentence has the number of the note that names its source. There is one note per version, numbered by first use.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from taeg.consolidate.narrative import Passage
from taeg.export.book import Book
from taeg.model.corpus import Event, Version

REPLACEMENT = "\ufffd"
"""Replaces characters that a format cannot represent."""
TITLE_ONLY = "no source: the title of an event for which no account has text"
_CONTROLS = {code: REPLACEMENT for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SENTINEL = "."


@dataclass(frozen=True, slots=True)
class NotedSentence:
    """A sentence, the text between it and the one before, and the number of its note."""

    text: str
    gap: str
    note: int


@dataclass(frozen=True, slots=True)
class Section:
    """The passages of an event; a single passage without heading if the narrative does not follow the timeline."""

    event: str
    heading: str
    edits: tuple[str, ...]
    sentences: tuple[NotedSentence, ...]


@dataclass(frozen=True, slots=True)
class NotedNarrative:
    """The sections of a narrative and its notes; the first note has the number 1."""

    sections: tuple[Section, ...]
    notes: tuple[str, ...]


def annotate(book: Book) -> NotedNarrative:
    """Number the sources of the main run's sentences."""
    headed = book.follows_timeline
    entries = {event.id: (event, versions) for event, versions in book.timeline_entries}
    notes: dict[str, int] = {}
    sections = []
    passages = list(enumerate(zip(book.main.passages, book.main.split, strict=True)))
    for _, group in groupby(passages, key=lambda item: item[1][0].event if headed else item[0]):
        sentences: list[NotedSentence] = []
        for _, (passage, split) in group:
            event, versions = entries.get(passage.event, (None, ()))
            edits = () if headed else passage.edits
            number = notes.setdefault(_note(book, passage, versions, edits), len(notes) + 1)
            for sentence in split:
                gap = (sentence.gap or " ") if sentences else ""
                sentences.append(NotedSentence(sentence.text, gap, number))
        heading = title_line(book.numbers[passage.event], event) if headed and event else ""
        sections.append(Section(passage.event, heading, passage.edits if headed else (), tuple(sentences)))
    return NotedNarrative(tuple(sections), tuple(notes))


def title_line(number: int, event: Event) -> str:
    """An event's number in the timeline, its title, time and location."""
    circumstances = ", ".join(part for part in map(one_line, (event.day, event.time, event.location)) if part)
    title = one_line(event.title) or one_line(event.id)
    return f"{number}. {title}" + (f" ({circumstances})" if circumstances else "")


def head(book: Book) -> tuple[str, str]:
    """The title, and a line with corpus, run, program and licence."""
    licence = book.licence or "not stated"
    about = f"Corpus {book.corpus}, run {book.main.run.id}, made by {book.program}. Licence: {licence}."
    return one_line(book.title) or one_line(book.corpus), one_line(about)


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
    """Source, citation, time, version id and the other sources of the event; then the edits that no heading has."""
    if not passage.source:
        return f"{TITLE_ONLY} ({one_line(passage.event)})"
    used = next((v for v in versions if v.id == passage.version), None)
    others = dict.fromkeys(book.source_of(v).title or v.source for v in versions if v.usable and v is not used)
    parts = (
        passage.attribution,
        passage.time,
        passage.version and f"version {passage.version}",
        f"source {passage.source}",
        used and used.gaps and f"could not be read: {', '.join(used.gaps)}",
        others and f"also reported by {', '.join(others)}",
        "; ".join(edits),
    )
    return "; ".join(one_line(part) for part in parts if part)
