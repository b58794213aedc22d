"""Tables of verses: reading, notes and error messages."""

import csv
from pathlib import Path
from random import Random

import pytest

import ingest
from tests.unit.gospels_made import REBUILT, by_id, invented, write_table
from tests.unit.refusals import refusal


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


def test_row_order_does_not_matter(tmp_path: Path) -> None:
    rows = invented()
    sorted_rows = ingest.read(str(write_table(tmp_path / "a.tsv", rows)), name="t")
    Random(3).shuffle(rows)
    assert ingest.read(str(write_table(tmp_path / "b.tsv", rows)), name="t") == sorted_rows


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
    assert corpus.notes == ("1 rows of books that are none of the four gospels were passed over: Genesis", REBUILT)
    assert by_id(corpus)["event_55_matthew"].text == 'Wort "20", Zeile [zwei].'


def test_tsv_quotes_are_literal(tmp_path: Path) -> None:
    rows = invented()
    for row in rows:
        row[3] = f'"Open {row[2]}'
    path = write_table(tmp_path / "q.tsv", rows)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert by_id(ingest.read(str(path)))["event_55_matthew"].text == '"Open 20'


def test_empty_verses_are_gaps(tmp_path: Path) -> None:
    rows = [row for row in invented() if row[:3] != ["Mark", "15", "28"]]
    for row in rows:
        if row[:3] == ["Luke", "23", "17"]:
            row[3] = " "
    versions = by_id(ingest.read(str(write_table(tmp_path / "t.tsv", rows))))
    assert (versions["event_108_luke"].text, versions["event_108_luke"].gaps) == ("", ("Luke 23:17",))
    assert versions["event_124_mark"].gaps == ("Mark 15:28",)
    assert versions["event_124_mark"].text.startswith("Line 29 of page 15")


def test_unused_rows_are_noted(tmp_path: Path) -> None:
    strange = [["Mark", "1", str(verse), "x"] for verse in range(46, 52)] + [["John", "22", "1", "x"]]
    others = [[f"Book  {number}", "", "", ""] for number in range(6)] * 2
    corpus = ingest.read(str(write_table(tmp_path / "t.tsv", others + invented() + strange)))
    assert corpus.notes == (
        "12 rows of books that are none of the four gospels were passed over: Book 0, Book 1, Book 2, Book 3, Book 4 …",
        "7 verses that the usual counting does not have: Mark 1:46, Mark 1:47, Mark 1:48, Mark 1:49, Mark 1:50 …",
        REBUILT,
    )


HEAD = b"book\tchapter\tverse\ttext\n"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("t.tsv", b"", "{path}: the table is empty; its first line names the columns: source, event, text"),
        ("t.tsv", b"\n \n", "{path}: the table is empty; its first line names the columns: source, event, text"),
        ("t.tsv", HEAD + b"Luke\t1\t1\ta\tb\n", "{path}:2: the row has 5 fields, the header 4"),
        (
            "t.csv",
            b"book,chapter,verse,text\nLuke,1,1,one, two\n",
            "{path}:2: the row has 5 fields, the header 4; quote a text that contains commas",
        ),
        ("t.tsv", b"\n\nbook\tchapter\tverse\nLuke\t1\t1\n", "{path}:3: the header has no column 'text'"),
        ("t.tsv", b"book\tbook\tchapter\tverse\ttext\n", "{path}:1: the header has more than one column 'book'"),
        ("t.csv", b"book;chapter;verse;text\n", "separated by commas"),
        ("t.tsv", HEAD + b"Luke\t1\n", "{path}:2: the row has 2 fields"),
        ("t.tsv", HEAD + b"Luke\t1\tfive\tx\n", "{path}:2: the verse is 'five'; write a number from 1 to 999"),
        ("t.tsv", HEAD + b"Luke\t0\t5\tx\n", "{path}:2: the chapter is '0'"),
        ("t.tsv", HEAD + "Luke\t٣\t5\tx\n".encode(), "{path}:2: the chapter is"),
        ("t.tsv", HEAD + b"Luke\t1\t99999999999999999999\tx\n", "{path}:2: the verse is '99999"),
        ("t.tsv", HEAD + b"\t1\t1\tx\n", "{path}:2: the row names no book"),
        (
            "t.tsv",
            HEAD + b"Luke\t1\t1\tx\nLk\t1\t01\ty\n",
            "{path}:3: Luke 1:1 is given twice (first: {path}:2); keep one of them",
        ),
        ("t.tsv", HEAD + b"Luke\t1\t1\tx\n", "{path}: the table holds no verse of Matthew, Mark, John; add them"),
        ("t.tsv", HEAD + b"Lukke\t1\t1\tx\n", "books it names that are none of the four: Lukke"),
        ("t.tsv", HEAD + b"Luke\t1\t1\tJos\xe9\n", "{path}:2: byte 37 is not UTF-8; save the file as UTF-8"),
        ("t.tsv", "book\tchapter".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        ("t.tsv", HEAD + b"Luke\t1\t1\ta\x00b\n", "{path}:2: the file holds a NUL character"),
        ("t.csv", b'book,chapter,verse,text\n\nLuke,1,1,"open\n', "{path}:3: the row cannot be read"),
        ("t.csv", b"book,chapter,verse,text\nLuke,1,1," + b"x" * 200_000, "{path}:2: the row cannot be read: field"),
        ("t.tsv", HEAD + b"Luke\t1\t1\t" + b"x" * 200_000, "{path}:2: the row cannot be read: field"),
    ],
)
def test_invalid_tables(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert says.format(path=path) in refusal(lambda: ingest.read(str(path)))
