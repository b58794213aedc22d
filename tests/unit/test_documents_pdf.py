"""PDF files with a section per event: content, faults and remarks."""

from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from ingest.documents import pdf
from taeg.base.errors import InputError
from tests.unit.document_files import encrypted_pdf, pdf_bytes, pdf_file
from tests.unit.document_results import EVENTS, Outcome, read_document, read_text, texts

FULL = "We came to the town in the evening when the lamps were lit and nobody"


def read_pages(tmp_path: Path, pages: Sequence[Sequence[str] | None], names: Collection[str] = ()) -> Outcome:
    return read_document(pdf_file(tmp_path / "weber.pdf", pages), names)


def preamble(words: int) -> str:
    return f"weber.pdf, page 1: the preamble ({words} words) belongs to no event and is in no narrative"


def test_paragraphs_headings_and_fields(tmp_path: Path) -> None:
    read = read_pages(
        tmp_path,
        [
            ["A Diary", "Arrival:", "time: 1831-05-01", FULL, "was there to meet us in the ever-", "lasting rain."],
            [FULL, "spoke of George-", "Town. Then", "", "we sl-", "e-", "pt.", "# departure", "We left."],
        ],
        EVENTS,
    )
    assert (read.faults, read.remarks) == ([], [preamble(2)])
    arrival, departure = read.document.sections
    assert arrival.heading == "Arrival"
    assert arrival.text == (
        f"{FULL} was there to meet us in the everlasting rain.\n\n{FULL} spoke of George- Town. Then\n\nwe slept."
    )
    assert texts(arrival.fields) == {"time": "1831-05-01"}
    assert (departure.heading, departure.text, texts(departure.fields)) == ("departure", "We left.", {})
    assert [(section.page, section.place) for section in (arrival, departure)] == [(1, ""), (2, "")]
    assert departure.origin == f"{tmp_path / 'weber.pdf'}, page 2"


def test_numbers_preambles_and_lines_that_look_like_headings(tmp_path: Path) -> None:
    lines = ["A Diary", "Preamble", "I am Weber.", "1. Arrival", FULL, "came.", "2. Depature", FULL, "left."]
    read = read_pages(tmp_path, [lines], EVENTS)
    assert (read.faults, read.sections) == ([], [("Arrival", f"{FULL} came.\n\n2. Depature {FULL} left.")])
    assert read.remarks == [
        "weber.pdf, page 1: '2. Depature' looks like a heading; did you mean 'departure'?",
        preamble(3),
        preamble(2),
    ]


def test_headers_and_footers_are_removed(tmp_path: Path) -> None:
    sections = [("event 1", "We came."), ("event 2", "It rained."), ("event 3", "We slept."), ("event 4", "We left.")]
    pages = [
        ["Weber, Diary", f"# {heading}", text, "", f"Page {number} of 4", "Confidential"]
        for number, (heading, text) in enumerate(sections, 1)
    ]
    read = read_pages(tmp_path, pages)
    assert read.sections == sections
    assert read.remarks == [
        "weber.pdf: repeated headers or footers were removed: 'Weber, Diary', 'Confidential', 'Page 1 of 4'"
    ]


def test_repeated_answers_are_not_footers(tmp_path: Path) -> None:
    answers = ["I do not know.", "I do not know.", "He left.", "I do not know.", "I do not know."]
    pages = [[f"# e{number}", "Who was it?", "", answer, f"Page {number}"] for number, answer in enumerate(answers, 1)]
    pages[0].pop()  # the first page has no number
    read = read_pages(tmp_path, pages)
    assert [section.text.split("?")[1].strip() for section in read.document.sections] == answers
    assert read.remarks == ["weber.pdf: repeated headers or footers were removed: 'Page 2'"]
    assert read_pages(tmp_path, [["# a", "Same."], ["# b", "Same."]]).sections == [("a", "Same."), ("b", "Same.")]


def test_pages_without_text(tmp_path: Path) -> None:
    read = read_pages(tmp_path, [["# a", "x"], None, None])
    assert read.sections == [("a", "x")]
    assert read.remarks == [
        "weber.pdf: pages 2, 3 have no text; if they are pictures of text, run text recognition (OCR)"
    ]


def test_passwords(tmp_path: Path) -> None:
    path = tmp_path / "weber.pdf"
    assert read_document(encrypted_pdf(path, [["# a", "x"]], "")).sections == [("a", "x")]
    with pytest.raises(InputError, match=r"weber.pdf' is protected by a password; save a copy without"):
        read_document(encrypted_pdf(path, [["# a", "x"]], "secret"))


@pytest.mark.parametrize("names", [EVENTS, ()])
def test_missing_headings(tmp_path: Path, names: Collection[str]) -> None:
    assert read_pages(tmp_path, [["We came."]], names).faults == [
        "weber.pdf, page 1: the file has no heading; put a separate line that is the id or title of an event in the "
        "timeline, or a line '# arrival' with the event's id above each text"
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "weber.pdf' is empty; save it as .pdf again"),
        (b"# a\nx", "weber.pdf' is not a PDF; save it as .pdf again"),
        (b"\x89PNG\r\n", r"weber.pdf' is a picture \(PNG\); save it as .pdf again"),
        (b"%PDF-1.4\ngarbage", r"weber.pdf' is damaged \(.*make the PDF again"),
        (pdf_bytes([["# a", "x"]])[:300], r"weber.pdf' is damaged \("),
        (pdf_bytes([None, None]), r"weber.pdf' contains only pictures; run text recognition \(OCR\) first"),
        (pdf_bytes([]), r"weber.pdf' has no pages"),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes, message: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match=message):
        read_text(tmp_path, content, name="weber.pdf")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [
        ("PAGES", 1, "has more than 1 pages; divide it"),
        ("CONTENT", 10, r"weber.pdf: page 1 is more than a page of text"),
        ("CHARACTERS", 3, "has more than 3 characters; divide it"),
        ("SECONDS", -1.0, "takes longer than -1 seconds to read"),
    ],
)
def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: float, message: str) -> None:
    monkeypatch.setattr(pdf, limit, value)
    with pytest.raises(InputError, match=message):
        read_pages(tmp_path, [["# a", "x"], ["y"]])
