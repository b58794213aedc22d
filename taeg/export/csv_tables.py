"""The book as four tables: versions, events, choices, sentences; if contradictions were looked for, as three more.

CSV as in RFC 4180: commas, double quotes around texts, CR LF after a row, line ends inside a cell kept. UTF-8 with a
byte order mark, without which Excel assumes another encoding (Python: `encoding="utf-8-sig"`). A text that a
spreadsheet would run as a formula is prefixed with an apostrophe (`taeg.text.formulas.unguard` removes it). Booleans
are 1 and 0. The items of a list are on separate lines of a cell.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from taeg.conflicts.values import Amendment, Copy, Fact
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
CONTESTED = (
    *("fact", "event_place", "event", "kind", "key", "tier", "score", "rule", "value", "text", "version", "source"),
    *("source_title", "reference", "start", "end", "hedged", "hearsay", "preferred", "because", "decision", "why"),
)
AMENDMENTS = (
    *("version", "source", "source_title", "reference", "start", "end", "text", "rule", "old", "new"),
    *("amended", "amended_source", "amended_start", "amended_end", "amended_text"),
)
COPIES = ("version", "source", "original", "original_source", "share")


def export(book: Book) -> dict[str, bytes]:
    """Export the tables, by file name."""
    tables = {
        "versions.csv": _table(VERSIONS, _versions(book)),
        "events.csv": _table(EVENTS, _events(book)),
        "choices.csv": _table(CHOICES, _choices(book)),
        "sentences.csv": _table(SENTENCES, _sentences(book)),
    }
    if book.contested is not None:
        tables |= {
            "contested.csv": _table(CONTESTED, _facts(book, book.contested.facts)),
            "amendments.csv": _table(AMENDMENTS, _amendments(book, book.contested.amendments)),
            "copies.csv": _table(COPIES, _copies(book, book.contested.copies)),
        }
    return tables


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


def _facts(book: Book, facts: Iterable[Fact]) -> Iterator[Sequence[Cell]]:
    """A row for each side of a fact."""
    for fact in facts:
        event = book.events[fact.event].id
        for index, side in enumerate(fact.sides):
            v = book.versions[side.version]
            yield (
                *(fact.id, fact.event + 1, event, fact.kind, fact.key, fact.tier, fact.score, fact.rule, side.value),
                *(v.text[side.start : side.end], v.id, v.source, book.source_of(v).title, v.citation),
                *(side.start, side.end, int(side.hedged), int(not side.firsthand), int(index in fact.preferred)),
                *(fact.because, fact.decided, fact.why),
            )


def _amendments(book: Book, amendments: Iterable[Amendment]) -> Iterator[Sequence[Cell]]:
    for a in amendments:
        v, amended = book.versions[a.version], book.versions[a.amended]
        yield (
            *(v.id, v.source, book.source_of(v).title, v.citation, a.start, a.end, v.text[a.start : a.end], a.rule),
            *(a.old, a.new, amended.id, amended.source, a.amended_start, a.amended_end),
            amended.text[a.amended_start : a.amended_end],
        )


def _copies(book: Book, copies: Iterable[Copy]) -> Iterator[Sequence[Cell]]:
    for copy in copies:
        v, original = book.versions[copy.version], book.versions[copy.original]
        yield v.id, v.source, original.id, original.source, copy.share
