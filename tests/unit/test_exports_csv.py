"""CSV tables: complete, typed, and without formulas."""

import csv
import io
import unicodedata

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from taeg.export import csv_tables as csvfiles
from taeg.export.book import Book
from taeg.text.formulas import guard, unguard
from tests.unit import books

Table = list[dict[str, str]]


def table(name: str, book: Book | None = None) -> Table:
    written = csvfiles.export(book or books.book())[name].decode("utf-8-sig")
    return [
        {column: unguard(cell) for column, cell in row.items()}
        for row in csv.DictReader(io.StringIO(written, newline=""), strict=True)
    ]


def test_every_sentence_has_its_source() -> None:
    book = books.book()
    versions = {row["version"]: row for row in table("versions.csv")}
    events = {row["event"]: row for row in table("events.csv")}
    choices = {(row["run"], row["passage"]): row for row in table("choices.csv")}
    assert len(choices) == sum(len(narrated.passages) for narrated in book.runs)
    rows = table("sentences.csv")
    expected = [(narrated.run.id, sentence) for narrated in book.runs for sentence in narrated.sentences]
    assert len(rows) == len(expected)
    for row, (run, sentence) in zip(rows, expected, strict=True):
        assert (row["run"], row["text"], row["version"]) == (run, sentence.text, sentence.version)
        assert row["main"] == str(int(run == book.main.run.id))
        version, choice = versions[row["version"]], choices[run, row["passage"]]
        assert row["text"] in version["text"]
        for column in ("event_place", "event", "source", "source_title", "reference", "time"):
            assert row[column] == version[column] == choice[column]
        assert events[row["event"]]["event_place"] == row["event_place"]


def test_versions_and_events_are_complete() -> None:
    versions = {row["version"]: row for row in table("versions.csv")}
    assert {given.id: given.text for given in books.VERSIONS} == {key: row["text"] for key, row in versions.items()}
    assert (versions["c1"]["excluded"], versions["a1"]["excluded"]) == ("1", "0")
    assert (versions["a2"]["latest"], versions["a1"]["latest"]) == ("1", "0")
    assert versions["a5"]["gaps"] == "page 9"
    events = table("events.csv")
    assert [row["event"] for row in events] == [event.id for event in books.EVENTS]
    assert events[0]["chosen_by_editor"] == "a2"
    assert events[0]["edits"].split("\n") == ["chosen by the editor: a2", "excluded by the editor: c1"]
    assert (events[3]["versions"], events[1]["day"], events[5]["title"]) == ("0", "-1", "+end\nof it")


@pytest.mark.parametrize("name", ["versions.csv", "events.csv", "choices.csv", "sentences.csv"])
def test_cells_are_typed_and_no_formulas(name: str) -> None:
    written = csvfiles.export(books.book())[name]
    assert written.startswith(b"\xef\xbb\xbf")
    frame = pd.read_csv(io.BytesIO(written), keep_default_na=False)
    for column in ("event_place", "characters", "passage", "sentence", "versions", "latest", "excluded", "main"):
        if column in frame and not (name != "events.csv" and column == "versions"):
            assert frame[column].dtype == "int64", column
    for row in csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")):
        for cell in row:
            assert not dangerous(cell), cell


def dangerous(cell: str) -> bool:
    """An independent implementation."""
    if cell[:1] in ("\t", "\r", "\n"):
        return True
    if cell.startswith("'"):
        return False
    seen = "".join(c for c in cell if unicodedata.category(c) not in ("Cf", "Cc", "Zs", "Zl", "Zp"))
    return unicodedata.normalize("NFKC", seen.lstrip(QUOTES))[:1] in tuple("=+-@\u2212")


QUOTES = "\"'\u2018\u2019\u201c\u201d"
SIGNS = f"{QUOTES}=+-@\t\r\n \u00a0\u200b\ufeff\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212a1\x01"
begins = st.text(alphabet=SIGNS, max_size=6)


@settings(max_examples=300)
@given(st.one_of(st.builds(str.__add__, begins, st.text(max_size=5)), st.text()))
@example(books.FORMULA)
@example("'=1")
@example(" =1+1")
@example("\uff1d1")
@example("''=1")
@example("\r\n=1")
@example("\u00ad=1")
def test_guard_can_be_reversed(text: str) -> None:
    cell = guard(text)
    assert not dangerous(cell)
    assert cell in (text, "'" + text)
    assert unguard(cell) == text


@pytest.mark.parametrize(
    "text", ["It ended.", "a=b", "'Tis", "\u201cWell\u201d", "1912-04-10", "", "\u2019", "#1", "x-1", "<b>"]
)
def test_ordinary_texts_are_unchanged(text: str) -> None:
    assert guard(text) == unguard(text) == text
