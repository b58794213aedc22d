"""A table of verses (book, chapter, verse, text) in any language, as TSV or CSV, combined with the chronology.

Columns may be in any order, other columns are ignored, and rows of other books are skipped. White space in the text is
collapsed. Quotes in TSV are part of the text: many verses begin and end with one.
"""

from collections import Counter

from ingest.gospels.assemble import assemble, one_spaced
from ingest.gospels.books import GOSPELS, TITLES, gospel_named
from ingest.gospels.chronology import chronology
from ingest.gospels.verse_reference import parse_number
from ingest.gospels.verses import VerseText, canonical
from ingest.request import Request, slug
from ingest.tables import table
from taeg.base.errors import InputError, listed
from taeg.model.corpus import Corpus

COLUMNS = table.Columns(required=("book",), optional=("chapter", "verse", "text"), keep_quotes=True)
"""Rows of other books may lack a chapter and verse, and a verse without text is a gap."""
MENTIONED = 5
"""Maximum number of books or verses that a note lists."""


def read(request: Request) -> Corpus:
    """Read the table."""
    records = table.read(request.path, COLUMNS, request.problems, progress=request.progress)
    for column in COLUMNS.optional:
        if not any(records.columns[column]):
            message = f"the column {column!r} is missing or empty; the first line names book, chapter, verse and text"
            request.problems.fault(message, str(request.path))
    request.problems.settle()
    verses, others = _verses(request, records)
    request.problems.settle()
    canon = canonical()
    unknown = [f"{book} {chapter}:{verse}" for book, chapter, verse in verses if verse > canon.get((book, chapter), 0)]
    books = listed([*others], MENTIONED)
    skipped = f"{others.total()} rows of books other than the four gospels were skipped: {books}"
    uncounted = f"{len(unknown)} verses are not in the standard versification: {listed(unknown, MENTIONED)}"
    return assemble(
        request.name or f"gospels-{slug(request.path.stem)}",
        chronology(),
        VerseText(verses, dict.fromkeys(TITLES.values(), request.path.name)),
        request.profile,
        language=request.language or "und",
        notes=(*([skipped] if others else ()), *([uncounted] if unknown else ())),
    )


def _verses(request: Request, records: table.Records) -> tuple[dict[tuple[str, int, int], str], Counter[str]]:
    """Return the verses of the four gospels, and the number of rows of each other book."""
    verses: dict[tuple[str, int, int], str] = {}
    origins: dict[tuple[str, int, int], str] = {}
    others: Counter[str] = Counter()
    for origin, name, chapter, verse, text in records.rows("book", "chapter", "verse", "text"):
        gospel = gospel_named(name)
        if gospel is None:
            others[one_spaced(name)[:20]] += 1
            continue
        with request.problems.gather():
            key = (gospel.title, parse_number(chapter, "the chapter", origin), parse_number(verse, "the verse", origin))
            if key in verses:
                first = f"{gospel.title} {key[1]}:{key[2]} is given twice (first: {origins[key]})"
                raise InputError(f"{first}; keep one of them", origin)
            verses[key], origins[key] = one_spaced(text), origin
    books = {book for book, _, _ in verses}
    if missing := [gospel.title for gospel in GOSPELS if gospel.title not in books]:
        seen = f"; other books in it: {', '.join([*others][:8])}" if others else ""
        message = f"the table has no verse of {', '.join(missing)}; add them{seen}"
        request.problems.fault(message, str(request.path))
    return verses, others
