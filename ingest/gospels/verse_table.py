"""A table of verses (book, chapter, verse, text) in any language, as TSV or CSV, combined with the chronology.

Columns may be in any order, other columns are ignored, and rows of other books are skipped. Text is unchanged except
that white space is collapsed.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ingest.files import decode, read_bytes
from ingest.gospels.assemble import assemble, one_spaced
from ingest.gospels.books import GOSPELS, gospel_named
from ingest.gospels.chronology import chronology
from ingest.gospels.verses import VerseText, canonical
from ingest.request import Request, slug
from taeg.base.errors import InputError, quoted
from taeg.model.corpus import Corpus

COLUMNS = ("book", "chapter", "verse", "text")
MENTIONED = 5
"""Maximum number of books or verses that a note lists."""
_NUMBER = re.compile(r"[0-9]{1,3}")


def read(request: Request) -> Corpus:
    """Read the table."""
    request.refuse_translation()
    verses, notes = _verses(request.path)
    return assemble(
        request.name or f"gospels-{slug(request.path.stem)}",
        chronology(),
        VerseText(verses),
        request.profile,
        language=request.language or "und",
        notes=notes,
    )


def _verses(path: Path) -> tuple[dict[tuple[str, int, int], str], tuple[str, ...]]:
    """Return the verses, and notes about rows that were not used."""
    verses: dict[tuple[str, int, int], str] = {}
    origins: dict[tuple[str, int, int], str] = {}
    others: dict[str, int] = {}
    records = _records(path)
    header = next(records, ("", []))
    columns, width = _columns(path, header), len(header[1])
    for origin, record in records:
        if len(record) <= max(columns):
            raise InputError(f"the row has {len(record)} fields, fewer than the header needs; complete it", origin)
        if len(record) > width:
            hint = "; quote a text that contains commas" if path.suffix.casefold() == ".csv" else ""
            raise InputError(f"the row has {len(record)} fields, the header {width}{hint}", origin)
        name, chapter, verse, text = (record[column] for column in columns)
        gospel = gospel_named(name)
        if gospel is None:
            if not name.strip():
                raise InputError("the row names no book; complete it", origin)
            book = one_spaced(name)[:20]
            others[book] = others.get(book, 0) + 1
            continue
        key = (gospel.title, _number("chapter", chapter, origin), _number("verse", verse, origin))
        if key in verses:
            raise InputError(
                f"{gospel.title} {key[1]}:{key[2]} is given twice (first: {origins[key]}); keep one of them", origin
            )
        verses[key], origins[key] = one_spaced(text), origin
    missing = [gospel.title for gospel in GOSPELS if not any(book == gospel.title for book, _, _ in verses)]
    if missing:
        seen = f"; books it names that are none of the four: {', '.join(list(others)[:8])}" if others else ""
        raise InputError(f"the table holds no verse of {', '.join(missing)}; add them{seen}", str(path))
    return verses, (*_note_skipped(others), *_note_unknown(verses))


def _note_skipped(others: Mapping[str, int]) -> Iterator[str]:
    if others:
        names = ", ".join(list(others)[:MENTIONED]) + (" …" if len(others) > MENTIONED else "")
        yield f"{sum(others.values())} rows of books that are none of the four gospels were passed over: {names}"


def _note_unknown(verses: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    """List verses past the end of their chapter: another numbering, or a mistake. No reference uses them."""
    strange = [f"{book} {chapter}:{verse}" for book, chapter, verse in verses if verse > _last(book, chapter)]
    if strange:
        names = ", ".join(strange[:MENTIONED]) + (" …" if len(strange) > MENTIONED else "")
        yield f"{len(strange)} verses that the usual counting does not have: {names}"


def _last(book: str, chapter: int) -> int:
    return canonical().get((book, chapter), 0)


def _records(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows that are not blank, each with its file and first line."""
    text = decode(read_bytes(path), "utf-8-sig", path)
    stream = io.StringIO(text, newline="")
    if path.suffix.casefold() == ".csv":
        rows = csv.reader(stream, strict=True)
    else:
        rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
    begins = 1
    while True:
        try:
            record = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            # Includes a quote that is never closed and a field beyond csv.field_size_limit.
            raise InputError(f"the row cannot be read: {error}; correct it", f"{path}:{begins}") from None
        if any(field.strip() for field in record):
            yield f"{path}:{begins}", record
        begins = rows.line_num + 1


def _columns(path: Path, header: tuple[str, list[str]]) -> list[int]:
    """Return the indices of the four columns."""
    origin, record = header
    names = [name.strip().casefold() for name in record]
    columns = []
    for column in COLUMNS:
        if names.count(column) != 1:
            fault = "has no column" if column not in names else "has more than one column"
            separator = "commas" if path.suffix.casefold() == ".csv" else "tabs"
            found = f", found {quoted(record[0])}" if len(record) == 1 else ""
            if not record:
                raise InputError("the table is empty; its first line names book, chapter, verse and text", str(path))
            raise InputError(
                f"the header {fault} {column!r}; the first line names book, chapter, verse and text, "
                f"separated by {separator}{found}",
                origin or f"{path}:1",
            )
        columns.append(names.index(column))
    return columns


def _number(what: str, value: str, origin: str) -> int:
    number = value.strip()
    if not _NUMBER.fullmatch(number) or int(number) == 0:
        raise InputError(f"the {what} is {quoted(number)}; write a number from 1 to 999", origin)
    return int(number)
