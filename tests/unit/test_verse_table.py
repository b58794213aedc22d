"""Tables of verses: reading, notes and error messages."""

import csv
from pathlib import Path

import pytest

import ingest
from taeg.base.errors import InputError
from tests.unit.gospel_files import REBUILT, by_id, invented, write_table


def test_verse_table(tmp_path: Path) -> None:
    corpus = ingest.read(str(write_table(tmp_path / "Minha Bíblia.tsv", invented())), language="pt")
    assert corpus.name == "gospels-minha-biblia"
    assert corpus.language == "pt"
    assert corpus.notes == (REBUILT,)
    assert len(corpus.versions) == 363
    assert all(v.text and not v.gaps for v in corpus.versions)
    versions = by_id(corpus)
    assert versions["event_2_john"].text == (
        "Line 9 of page 12; told by John. Line 10 of page 12; told by John. Line 11 of page 12; told by John."
    )
    assert versions["event_9_matthew"].text == "Line 18 of page 21; told by Matthew. Line 19 of page 21;"
    assert versions["event_9_matthew"].origin == "gospel_events.tsv:10"
    assert corpus.events[0].title == "Anointing at Bethany"


def test_csv_with_byte_order_mark_and_extra_columns(tmp_path: Path) -> None:
    path = tmp_path / "luther.csv"
    names = {"Matthew": "Matthäus", "Mark": "mrk", "Luke": "42", "John": "Das Evangelium nach Johannes"}
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["Note", " TEXT", "Verse", "Chapter", "Book"])
        writer.writerow(["", "Other words", "1", "1", "Genesis"])
        for title, chapter, verse, _ in invented():
            writer.writerow(["x", f'Wort "{verse}",\n  Zeile [zwei].', verse, chapter, names[title]])
    corpus = ingest.read(str(path))
    assert corpus.language == "und"
    assert corpus.notes == ("1 rows of books other than the four gospels were skipped: Genesis", REBUILT)
    assert by_id(corpus)["event_55_matthew"].text == 'Wort "20", Zeile [zwei].'


def test_unused_rows_are_noted(tmp_path: Path) -> None:
    strange = [["Mark", "1", str(verse), "x"] for verse in range(46, 52)] + [["John", "22", "1", "x"]]
    others = [[f"Book  {number}", "", "", ""] for number in range(6)] * 2
    corpus = ingest.read(str(write_table(tmp_path / "t.tsv", others + invented() + strange)))
    assert corpus.notes == (
        "12 rows of books other than the four gospels were skipped: Book 0, Book 1, Book 2, Book 3, Book 4 …",
        "7 verses are not in the standard versification: Mark 1:46, Mark 1:47, Mark 1:48, Mark 1:49, Mark 1:50 …",
        REBUILT,
    )


HEAD = b"book\tchapter\tverse\ttext\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"book\tchapter\tverse\nLuke\t1\t1\n", "{path}: the column 'text' is missing or empty; the first line names"),
        (b"book\tbook\tchapter\tverse\ttext\n", "{path}:1: the table has the column 'book' more than once"),
        (HEAD + b"Luke\t1\t1\ta\tb\n", "{path}:2: the row has 5 cells, the header 4"),
        (HEAD + b"Luke\t1\tfive\tx\n", "{path}:2: the verse is 'five'; write a number from 1 to 999"),
        (HEAD + b"Luke\t0\t5\tx\n", "{path}:2: the chapter is '0'"),
        (HEAD + "Luke\t٣\t5\tx\n".encode(), "{path}:2: the chapter is"),
        (HEAD + b"Luke\t1\t99999999999999999999\tx\n", "{path}:2: the verse is '99999"),
        (HEAD + b"\t1\t1\tx\n", "{path}:2: 'book' is empty; fill it in, or delete the row"),
        (
            HEAD + b"Luke\t1\t1\tx\nLk\t1\t01\ty\n",
            "{path}:3: Luke 1:1 is given twice (first: {path}:2); keep one of them",
        ),
        (HEAD + b"Luke\t1\t1\tx\n", "{path}: the table has no verse of Matthew, Mark, John; add them"),
        (HEAD + b"Lukke\t1\t1\tx\n", "other books in it: Lukke"),
    ],
)
def test_invalid_tables(tmp_path: Path, content: bytes, says: str) -> None:
    """How tables in general are read and refused is tested with `ingest.tables`."""
    path = tmp_path / "t.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        ingest.read(str(path))
    assert says.format(path=path) in str(caught.value)


def test_quotes_in_tsv_are_part_of_the_text(tmp_path: Path) -> None:
    texts = {"19": '"Go."', "20": '"They said', "21": 'it twice."'}
    rows = [[*row[:3], texts.get(row[2], row[3])] for row in invented()]
    corpus = ingest.read(str(write_table(tmp_path / "t.tsv", rows)))
    assert by_id(corpus)["event_55_matthew"].text == '"They said'
    assert any('"Go." "They said it twice."' in version.text for version in corpus.versions)
