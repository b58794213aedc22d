"""The book as four tables: versions, events, choices, sentences.

CSV as in RFC 4180: commas, double quotes around texts, CR LF after a row, line ends inside a cell kept. UTF-8 with a
byte order mark, without which Excel assumes another encoding (Python: `encoding="utf-8-sig"`). A text that a
spreadsheet would run as a formula is prefixed with an apostrophe (`taeg.text.formulas.unguard` removes it). Booleans
are 1 and 0. The items of a list are on separate lines of a cell.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from taeg.export.book import Book
from taeg.text.formulas import guard

Cell = str | int | float
Rows = Iterable[Sequence[Cell]]

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


def _table(columns: Sequence[str], rows: Rows) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guard(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
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
