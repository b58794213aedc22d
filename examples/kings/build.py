"""Write the corpus of Samuel, Kings and Chronicles from our table of verses and the American Standard Version.

`python examples/kings/build.py` writes accounts.csv, timeline.csv and reference.csv beside this file; with `--check` it
writes nothing and exits with 1 if the files on disk differ from what it would write.
"""

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pythonbible

from ingest.gospels.assemble import one_spaced
from ingest.gospels.verse_reference import VerseReference
from ingest.gospels.verses import VerseText
from taeg.base.errors import InputError

HERE = Path(__file__).resolve().parent
BOOKS = {"1 Samuel": 9, "2 Samuel": 10, "1 Kings": 11, "2 Kings": 12, "1 Chronicles": 13, "2 Chronicles": 14}
"""The six books by title, with their places in the usual canon of 66 books."""
SOURCES = ("samuel", "kings", "chronicles")
COLUMNS = ("event", "title", "reign", "place", *SOURCES, "reference")

_BOOK = re.compile(rf"\s*({'|'.join(BOOKS)}) ")
_BRACKETS = re.compile(r"[\[\]]")


def verses() -> VerseText:
    """Return the six books, the translators' brackets dropped and the words in them kept."""
    bible = pythonbible.get_bible(pythonbible.Version.AMERICAN_STANDARD, "plain_text_readers")
    held: dict[tuple[str, int, int], str] = {}
    for title, number in BOOKS.items():
        book = pythonbible.Book(number)
        for chapter in range(1, pythonbible.get_number_of_chapters(book) + 1):
            for verse in range(1, pythonbible.get_number_of_verses(book, chapter) + 1):
                words = bible.get_scripture(number * 1_000_000 + chapter * 1_000 + verse)
                held[title, chapter, verse] = one_spaced(_BRACKETS.sub("", words))
    return VerseText(held)


def spans(cited: str, place: str) -> Iterator[tuple[str, VerseReference]]:
    """Read `1 Samuel 31:8-13; 1 Chronicles 10:13-14` as pairs of a book and a reference in it."""
    for part in cited.split(";"):
        match = _BOOK.match(part)
        if match is None:
            raise InputError(f"{part.strip()!r} does not begin with one of: {', '.join(BOOKS)}", place)
        yield match[1], VerseReference.parse(part[match.end() :], place)


def read_table(path: Path) -> list[dict[str, str]]:
    """Read the table of alignments, one row an event."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise InputError(f"the header is not {', '.join(COLUMNS)}", path.name)
        return list(rows)


def files(rows: Sequence[dict[str, str]], text: VerseText) -> dict[str, str]:
    """Return what each file is to hold, by name."""

    def passage(cited: str, place: str) -> str:
        return " ".join(text.passage(book, reference, place).text for book, reference in spans(cited, place))

    accounts: list[tuple[str, ...]] = []
    timeline: list[tuple[str, ...]] = []
    consolidated: list[tuple[str, ...]] = []
    for order, row in enumerate(rows, 1):
        event, place = row["event"], f"alignment.tsv:{order + 1}"
        timeline.append((event, row["title"], str(order), row["place"], row["reign"]))
        consolidated.append((event, passage(row["reference"], place)))
        for source in SOURCES:
            if cited := row[source]:
                accounts.append((f"{event}-{source}", source, event, cited, passage(cited, place)))
    return {
        "accounts.csv": _csv(("id", "source", "event", "reference", "text"), accounts),
        "timeline.csv": _csv(("event", "title", "order", "place", "day"), timeline),
        "reference.csv": _csv(("event", "text"), consolidated),
    }


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    held = io.StringIO(newline="")
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return held.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Write the files, or only compare them where `--check` is given."""
    if set(arguments) - {"--check"}:
        print(__doc__)
        return 2
    try:
        wanted = files(read_table(HERE / "alignment.tsv"), verses())
    except InputError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    if not arguments:
        for name, held in wanted.items():
            (HERE / name).write_bytes(held.encode())
        return 0
    stale = [n for n, held in wanted.items() if not (HERE / n).is_file() or (HERE / n).read_bytes() != held.encode()]
    for name in stale:
        print(f"{name} is out of date: run python examples/kings/build.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
