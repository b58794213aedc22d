"""The book as four tables: versions, events, choices, sentences.

CSV as in RFC 4180: commas, double quotes around texts, CR LF after a row, line ends inside a cell kept. UTF-8 with a
byte order mark, without which Excel assumes another encoding (Python: `encoding="utf-8-sig"`). A text that a
spreadsheet would run as a formula is prefixed with an apostrophe (`taeg.text.formulas.unguard` removes it). Booleans
are 1 and 0. The items of a list are on separate lines of a cell.
"""

import csv
import io
from collections import Counter
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
    *("reference", "time", "sentences", "characters", "edits", "role", "start", "end"),
)
SENTENCES = (
    *("run", "main", "passage", "sentence", "event_place", "event", "title", "version", "source", "source_title"),
    *("reference", "time", "role", "start", "end", "hearsay", "text"),
)


def export(book: Book) -> dict[str, bytes]:
    """Export the tables, by file name."""
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


def _versions(book: Book) -> Iterator[Sequence[Cell]]:
    for v, latest in zip(book.versions, book.latest, strict=True):
        yield (
            *(book.numbers[v.event], v.event, v.id, v.source, book.source_of(v).title, v.citation, book.time_of(v)),
            *(len(v.text), int(latest), int(v.excluded), v.told_of, _list(v.gaps), v.text),
        )


def _events(book: Book) -> Iterator[Sequence[Cell]]:
    for number, (e, versions) in enumerate(book.timeline_entries, start=1):
        yield (
            *(number, e.id, e.title, e.day, e.time, e.location, len(versions), e.choice, _list(e.edits)),
            e.gold_text,
        )


def _choices(book: Book) -> Iterator[Sequence[Cell]]:
    """Rows for each run and passage; a passage outside any event has event_place 0."""
    for narrated in book.runs:
        run, is_main = narrated.run, int(narrated is book.main)
        counts = Counter(sentence.passage for sentence in narrated.sentences)
        for i, p in enumerate(narrated.passages):
            yield (
                *(run.id, run.strategy, is_main, i + 1, book.numbers.get(p.event, 0), p.event, p.title, p.version),
                *(p.source, p.source_title, p.reference, p.time, counts[i], len(p.text), _list(p.edits)),
                *(p.role, p.start, p.start + len(p.text)),
            )


def _sentences(book: Book) -> Iterator[Sequence[Cell]]:
    for narrated in book.runs:
        is_main = int(narrated is book.main)
        marked = zip(narrated.sentences, narrated.hearsay, strict=True)
        for number, (s, hearsay) in enumerate(marked, start=1):
            yield (
                *(narrated.run.id, is_main, s.passage + 1, number, book.numbers.get(s.event, 0), s.event, s.title),
                *(s.version, s.source, s.source_title, s.reference, s.time),
                *(s.role, s.start, s.start + len(s.text), int(hearsay), s.text),
            )
