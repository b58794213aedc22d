"""The data of fused runs in the synopsis page, and its escaping."""

from dataclasses import replace
from typing import Any

import pytest

from taeg.consolidate.omissions import COVERED, EXCLUDED, REASONS, UNCERTAIN
from taeg.consolidate.spans import BASE, INLINE, NOTE, ROLES, TITLE
from taeg.export.book import Book
from taeg.export.synopsis import export
from taeg.export.synopsis_data import pack
from taeg.export.synopsis_fused import HEARSAY, REPEATED
from tests.unit import fused_books
from tests.unit.fused_books import LAMP, RUMOUR, SMOKE


@pytest.fixture(scope="module")
def book() -> Book:
    return fused_books.fused()


@pytest.fixture(scope="module")
def run(book: Book) -> dict[str, Any]:
    packed: dict[str, Any] = pack(book)["runs"][0]
    return packed


def shown(book: Book, version: int, start: int, end: int) -> str:
    """A part of a version, as a page cuts it."""
    text = book.versions[version].text.encode("utf-16-le")
    return text[2 * start : 2 * end].decode("utf-16-le")


def test_only_fused_runs_have_roles(book: Book, run: dict[str, Any]) -> None:
    roles = (BASE, INLINE, BASE, NOTE, NOTE, NOTE, BASE, NOTE, TITLE)
    assert [ROLES[int(role)] for role in run["fused"]["roles"]] == list(roles)
    assert pack(book)["runs"][1]["fused"] is None
    without = replace(book, runs=(replace(book.main, passages=book.runs[1].passages),))
    assert pack(without)["runs"][0]["fused"]["roles"] == "0", "the strategy alone makes a fused run"


def test_passages_are_places_in_versions(book: Book, run: dict[str, Any]) -> None:
    for passage, packed in zip(book.main.passages, run["passages"], strict=True):
        if isinstance(packed, list):
            assert shown(book, *packed[:3]) == passage.text
        else:
            assert passage.text == (packed["text"] if isinstance(packed, dict) else book.versions[packed].text)


def test_the_right_one_of_equal_parts_is_found() -> None:
    versions = (replace(fused_books.VERSIONS[0], text="Yes. No. Yes."),)
    passage = replace(fused_books.part("ann-1", "Yes.", NOTE, versions), start=9)
    assert pack(fused_books.book(versions, [passage]))["runs"][0]["passages"] == [[0, 9, 13]]


@pytest.mark.parametrize(
    ("make", "language", "voice", "quotes", "addition"),
    [
        (fused_books.fused, "en", "marked", ["“", "”"], ["", " also says:"]),
        (fused_books.testimony, "en", "quoted", ["“", "”"], ["", " also says:"]),
        (fused_books.testimony, "de", "marked", ["„", "“"], ["", " sagt außerdem:"]),
    ],
)
def test_voice(make: Any, language: str, voice: str, quotes: list[str], addition: list[str]) -> None:  # noqa: ANN401
    fused = pack(replace(make(), language=language))["runs"][0]["fused"]
    assert (fused["voice"], fused["quotes"], fused["addition"]) == (voice, quotes, addition)


def test_marks(book: Book, run: dict[str, Any]) -> None:
    [hearsay, repeated] = run["fused"]["marks"]
    assert hearsay == [3, 0, HEARSAY, "It is said that"]
    assert repeated[:3] == [6, 0, REPEATED]
    assert shown(book, *repeated[3:]) == SMOKE


def test_new_words_of_notes(book: Book, run: dict[str, Any]) -> None:
    new = {
        index: [book.main.passages[index].text[start:end] for start, end in zip(at[::2], at[1::2], strict=True)]
        for index, at in run["fused"]["new"].items()
    }
    assert new[3] == ["said that a boy lit"]
    assert new[7] == ["Two men carried water"]


def test_what_is_left_out(book: Book, run: dict[str, Any]) -> None:
    omitted = run["fused"]["omitted"]
    rows = [(shown(book, *row[:3]), REASONS[row[3]], shown(book, *row[4:]) if row[4:] else "") for row in omitted]
    again = "The horses ran off at night."
    assert rows == [
        ("The barn burned.", COVERED, "🔥 The barn burned."),
        (again, COVERED, "The horses ran off."),
        ("A wind rose.", UNCERTAIN, ""),
        ("Nobody came.", EXCLUDED, ""),
    ]
    kept = run["fused"]["kept"]
    notes = sum(map(len, (RUMOUR, "at night.", "Two men carried water.")))
    assert kept[1] == [0, len(LAMP), notes, 0, len("The barn burned.") + len(again), 0]
    assert kept[3] == [0, 0, 0, 0, 0, len("Nobody came.")]


def test_texts_are_escaped_and_occur_once(book: Book) -> None:
    page = export(book).decode()
    head, data = page.split('<script type="application/json" id="book">')
    data, _ = data.split("</script>", 1)
    assert data.count("window.hacked=2") == 1
    assert "<" not in data
    assert "<script>window" not in head
