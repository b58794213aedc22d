"""The book as four tables for spreadsheets and scripts: versions, events, choices, sentences.

CSV as RFC 4180 has it: commas, double quotes around texts, CR LF after a row, line ends inside a cell kept. UTF-8 with
a byte order mark, since Excel reads any other UTF-8 as something else (Python: `encoding="utf-8-sig"`). A text that a
spreadsheet would run as a formula gets an apostrophe before it; `bare` takes it off again. Numbers stay numbers, yes
and no are 1 and 0. Where lists are in a cell, each item has a line of its own.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category

from taeg.export.book import Book

Cell = str | int | float
Rows = Iterable[Sequence[Cell]]

GUARD = "'"
_BEGINS_A_FORMULA = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212")
"""Plain, full-width and small; tabs and line ends, after which some programs read on."""
_QUOTES = frozenset("'\"\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\uff02\uff07")

VERSIONS = (
    *("event_place", "event", "version", "source", "source_title", "reference", "time", "characters"),
    *("latest", "excluded", "told_of", "gaps", "text"),
)
EVENTS = (
    *("event_place", "event", "title", "day", "time", "location", "versions", "chosen_by_editor", "edits"),
    "reference_consolidation",
)
CHOICES = (
    *("run", "strategy", "main", "passage", "event_place", "event", "title", "version", "source", "source_title"),
    *("reference", "time", "sentences", "characters", "edits"),
)
SENTENCES = (
    *("run", "main", "passage", "sentence", "event_place", "event", "title", "version", "source", "source_title"),
    *("reference", "time", "text"),
)


def export(book: Book) -> dict[str, bytes]:
    """The tables of a book, by file name."""
    return {
        "versions.csv": _table(VERSIONS, _versions(book)),
        "events.csv": _table(EVENTS, _events(book)),
        "choices.csv": _table(CHOICES, _choices(book)),
        "sentences.csv": _table(SENTENCES, _sentences(book)),
    }


def guarded(text: str) -> str:
    """The text, with an apostrophe before it if a spreadsheet would run it."""
    return GUARD + text if _runs(text) else text


def bare(cell: str) -> str:
    """The text that `guarded` was given."""
    return cell[1:] if cell.startswith(GUARD) and _runs(cell[1:]) else cell


def _runs(text: str) -> bool:
    """Whether a formula begins here, perhaps after spaces, quotes and characters that nobody sees."""
    for character in text:
        if character in _BEGINS_A_FORMULA:
            return True
        if not (character in _QUOTES or character.isspace() or category(character) in ("Cc", "Cf")):
            return False
    return False


def _table(columns: Sequence[str], rows: Rows) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def _list(items: Iterable[str]) -> str:
    return "\n".join(items)


def _places(book: Book) -> dict[str, int]:
    """Places in the timeline, from 1; 0 for a sentence of which nobody knows what it tells."""
    return {"": 0} | {happening.id: place for place, happening in enumerate(book.happenings, start=1)}


def _versions(book: Book) -> Iterator[Sequence[Cell]]:
    for place, happening in enumerate(book.happenings, start=1):
        for a in happening.accounts:
            yield (
                *(place, a.event, a.id, a.source, a.source_title, a.reference, a.time, len(a.text)),
                *(int(a.latest), int(a.excluded), a.told_of, _list(a.gaps), a.text),
            )


def _events(book: Book) -> Iterator[Sequence[Cell]]:
    for place, h in enumerate(book.happenings, start=1):
        yield (
            *(place, h.id, h.title, h.day, h.time, h.location, len(h.accounts), h.choice, _list(h.edits)),
            h.reference,
        )


def _choices(book: Book) -> Iterator[Sequence[Cell]]:
    places = _places(book)
    for telling in book.tellings:
        counts = [0] * len(telling.passages)
        for sentence in telling.sentences:
            counts[sentence.passage] += 1
        for number, (p, sentences) in enumerate(zip(telling.passages, counts, strict=True), start=1):
            yield (
                *(telling.id, telling.strategy, int(telling is book.main), number, places.get(p.event, 0), p.event),
                *(p.title, p.version, p.source, p.source_title, p.reference, p.time, sentences, len(p.text)),
                _list(p.edits),
            )


def _sentences(book: Book) -> Iterator[Sequence[Cell]]:
    places = _places(book)
    for telling in book.tellings:
        for number, s in enumerate(telling.sentences, start=1):
            yield (
                *(telling.id, int(telling is book.main), s.passage + 1, number, places.get(s.event, 0), s.event),
                *(s.title, s.version, s.source, s.source_title, s.reference, s.time, s.text),
            )
