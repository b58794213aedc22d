"""What formats for reading share: a run's sentences, each with the number of the note that says whose it is.

One note for every version used, numbered as they first come. Not for laying out: no format is known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taeg.consolidate.narrative import Passage
from taeg.export.book import Account, Book, Happening, Telling
from taeg.export.prose import follows_timeline, placed

REPLACEMENT = "\ufffd"
"""What stands where a format cannot hold a character."""
NOBODY = "nobody's words: the title of the event, which no account tells in words"
_CONTROLS = {code: REPLACEMENT for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
_PAST_THE_END = "."


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, what stands between it and the one before it, and the number of its note."""

    text: str
    gap: str
    note: int


@dataclass(frozen=True, slots=True)
class Section:
    """A passage with its sentences; without heading and edits (the notes have them) where sentences are quoted."""

    heading: str
    edits: tuple[str, ...]
    sentences: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A narrative for a reader."""

    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    """The first has the number 1."""


def told(book: Book, telling: Telling) -> Told:
    """A run's narrative with its notes."""
    places = {happening.id: place for place, happening in enumerate(book.happenings, start=1)}
    accounts = {account.id: account for happening in book.happenings for account in happening.accounts}
    others = {h.id: [a for a in h.accounts if a.text and not a.excluded] for h in book.happenings}
    headed = follows_timeline(book, telling)
    notes: dict[str, int] = {}
    sections = []
    for passage, found in zip(telling.passages, placed(telling), strict=True):
        note = _note(passage, accounts, others.get(passage.event, ()), () if headed else passage.edits)
        number = notes.setdefault(note, len(notes) + 1)
        place = places.get(passage.event, 0)
        heading = title_line(place, book.happenings[place - 1]) if headed else ""
        said = tuple(Said(one.text, (one.before or " ") if i else "", number) for i, one in enumerate(found))
        sections.append(Section(heading, passage.edits if headed else (), said))
    return Told(tuple(sections), tuple(notes))


def title_line(place: int, happening: Happening) -> str:
    """An event's number in the timeline, its title, and when and where it happened."""
    when_and_where = [one_line(part) for part in (happening.day, happening.time, happening.location)]
    circumstances = ", ".join(part for part in when_and_where if part)
    name = one_line(happening.title) or one_line(happening.id)
    return f"{place}. {name}" + (f" ({circumstances})" if circumstances else "")


def head(book: Book) -> tuple[str, str]:
    """The title, and a line that says corpus, run and licence."""
    about = (
        f"Corpus {book.corpus}, run {book.main.id}, made by {book.program}. Licence: {book.licence or 'not stated'}."
    )
    return one_line(book.title) or one_line(book.corpus), one_line(about)


def one_line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """A text whose lines all end with a line feed, and in which nothing else moves a cursor."""
    return "\n".join((text + _PAST_THE_END).splitlines())[: -len(_PAST_THE_END)].translate(_CONTROLS)


def _note(passage: Passage, accounts: Mapping[str, Account], event: Sequence[Account], edits: Sequence[str]) -> str:
    """Who says so, where, when, by what name the version goes, and who else tells the event.

    What the editor did comes last, where no heading says it.
    """
    if not passage.version and not passage.source:
        return f"{NOBODY} ({one_line(passage.event)})"
    version = passage.version and f"version {passage.version}"
    source = f"source {passage.source}"
    others = dict.fromkeys(a.source_title or a.source for a in event if a.id != passage.version)
    also = others and f"also told by {', '.join(others)}"
    gaps = accounts[passage.version].gaps if passage.version in accounts else ()
    missing = gaps and f"could not be read: {', '.join(gaps)}"
    parts = (passage.teller, passage.time, version, source, missing, also, "; ".join(edits))
    return "; ".join(one_line(part) for part in parts if part)
