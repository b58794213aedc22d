"""Plain text: every passage has its note, and no account can be taken for a heading or a note."""

import re
from dataclasses import replace

import pytest

from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, QUOTE
from taeg.export import notes, text
from taeg.export.book import Book
from taeg.text.dates import readable
from tests.unit import books


def exported(book: Book) -> str:
    return text.export(book).decode()


def body_and_notes(book: Book) -> tuple[str, dict[int, str]]:
    """The text between head and notes, and the notes by number."""
    body, _, rest = exported(book).partition("\n\n")[2].rpartition("\n\nNotes\n\n")
    found = [re.fullmatch(r"\[+(\d+)\]+ (.*)", line) for line in rest.splitlines()]
    assert all(found)
    return body, {int(match[1]): match[2] for match in found if match}


@pytest.mark.parametrize("strategy", ["taeg", "longest", "priority", "lexrank"])
def test_every_passage_has_its_source(strategy: str) -> None:
    book = books.with_main(strategy)
    body, found = body_and_notes(book)
    opening = "[" * (2 if re.search(r"\[\d", str([p.text for p in book.main.passages])) else 1)
    parts = re.split(
        rf" {re.escape(opening)}(\d+)\]+", "\n".join(line.removeprefix(text.INDENT) for line in body.splitlines())
    )
    noted = list(zip(parts[::2], map(int, parts[1::2]), strict=False))
    for (words, number), passage in zip(noted, book.main.passages, strict=True):
        assert words.endswith(notes.plain(passage.text.strip()))
        time = readable(passage.time, "en")
        for part in (passage.source_title, passage.reference, time, f"Version {passage.version}"):
            assert notes.one_line(part) in found[number]
    assert len(found) == len({passage.version for passage in book.main.passages})


def test_headings() -> None:
    lines = exported(books.book()).splitlines()
    assert "1. The alarm | bell (Monday, 10 April 1912, Pier #1)" in lines
    assert "(chosen by the editor: a2; excluded by the editor: c1)" in lines
    assert "2. fire (-1)" in lines
    assert "6. +end of it" in lines
    assert not any(line.startswith("4.") for line in lines)
    assert lines[:2] == [
        "A night at the <pier>",
        "Accounts selected by: Graph centrality (TAEG), run taeg. Corpus pier, made by "
        + books.book().program
        + ". Licence: CC0-1.0.",
    ]


def test_narratives_out_of_order_have_no_headings() -> None:
    body, found = body_and_notes(books.with_main("lexrank"))
    assert all(line.startswith(text.INDENT) or not line for line in body.splitlines())
    assert any("Excluded by the editor: c1." in note for note in found.values())


def test_accounts_are_indented() -> None:
    shown = exported(books.book())
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", shown)
    ours = [line for line in shown.splitlines() if line and not line.startswith(text.INDENT)]
    assert len(ours) == 3 + 5 + 2 + 1 + 5, "head, headings, edits, the heading of the notes, notes"


def test_marks_have_more_brackets_than_any_account() -> None:
    assert any("[1]" in passage.text for passage in books.book().main.passages)
    assert "[[1]] " in exported(books.book())
    tame = replace(books.with_passages(books.book().main.passages[0]), wanted_voice="plain")
    assert "Nobody else did. [1]\n" in exported(tame)
    assert "[[" not in exported(tame)


def test_a_title_has_no_source() -> None:
    shown = exported(books.with_passages(Passage("silence", "Nobody writes", "", "", "", "Nobody writes.")))
    assert "4. Nobody writes\n\n    Nobody writes. [1]\n" in shown
    assert f"[1] {notes.TITLE_ONLY} (Nobody writes)" in shown


@pytest.mark.parametrize(
    ("role", "expected"),
    [(QUOTE, "    The bell rang. [1] We ran. [1]\n"), (BASE, "    The bell rang. We ran. [1]\n")],
    ids=["extracts", "parts of a version"],
)
def test_passages_of_one_event_have_one_heading(role: str, expected: str) -> None:
    first, *_ = books.book().main.passages
    parts = [replace(first, text=text, role=role) for text in ("The bell rang.", "We ran.")]
    shown = exported(books.with_passages(*parts))
    assert expected in shown
    assert shown.count("1. The alarm | bell") == 1


def test_a_note_names_time_parallels_and_version() -> None:
    _, found = body_and_notes(books.book())
    assert found[1] == (
        "Statement of Anna Weber, page 2 (12 April 1912). Also in: Statement of Anna Weber, page 1; "
        '=HYPERLINK("http://x"), =1+1. Version a2.'
    )
    [torn] = [note for note in found.values() if "Version c5." in note]
    assert "Could not be read: f. 6." in torn
    assert "Also in" not in torn, "the other account has no text"
