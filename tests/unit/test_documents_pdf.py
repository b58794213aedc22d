"""PDFs whose sections are headed by events: what is read, and what each fault says."""

from collections.abc import Collection
from pathlib import Path

import pytest

from ingest.documents import pdf
from taeg.base.errors import InputError
from tests.unit.documents_made import encrypted_pdf, pdf_bytes, pdf_file
from tests.unit.documents_read import EVENTS, read_document, read_sound, sections_of, shortened, text_file

FULL = "We came to the town in the evening when the lamps were lit and nobody"


class TestPdf:
    def test_lines_become_paragraphs_and_known_lines_headings(self, tmp_path: Path) -> None:
        path = pdf_file(
            tmp_path / "weber.pdf",
            [
                ["A Diary", "Arrival:", "time: 1831-05-01", FULL, "was there to meet us in the ever-", "lasting rain."],
                [FULL, "spoke of George-", "Town. Then", "", "we slept.", "# departure", "We left."],
            ],
        )
        document, problems = read_document(path, EVENTS)
        assert problems.faults == []
        assert shortened(problems.remarks, tmp_path) == [
            "weber.pdf, page 1: the preamble (2 words) belongs to no event and is in no narrative"
        ]
        assert sections_of(document) == [
            (
                "Arrival",
                f"{FULL} was there to meet us in the everlasting rain.\n\n"
                f"{FULL} spoke of George- Town. Then\n\nwe slept.",
            ),
            ("departure", "We left."),
        ]
        arrival, departure = document.sections
        assert arrival.fields == {"time": "1831-05-01", "page": "1"}
        assert (departure.fields, departure.place) == ({"page": "2"}, f"{path}, page 2")

    def test_numbers_a_preamble_and_what_looks_like_a_heading(self, tmp_path: Path) -> None:
        path = pdf_file(
            tmp_path / "weber.pdf",
            [["A Diary", "Preamble", "I am Weber.", "1. Arrival", FULL, "came.", "2. Depature", FULL, "left."]],
        )
        document, problems = read_document(path, EVENTS)
        assert problems.faults == []
        assert sections_of(document) == [("Arrival", f"{FULL} came.\n\n2. Depature {FULL} left.")]
        assert shortened(problems.remarks, tmp_path) == [
            "weber.pdf, page 1: '2. Depature' looks like a heading; did you mean 'departure'?",
            "weber.pdf, page 1: the preamble (3 words) belongs to no event and is in no narrative",
            "weber.pdf, page 1: the preamble (2 words) belongs to no event and is in no narrative",
        ]

    def test_an_introduction_beneath_a_title_is_a_preamble(self, tmp_path: Path) -> None:
        path = pdf_file(tmp_path / "weber.pdf", [["# A Diary", "I am Weber.", "## arrival", "x", "## departure", "y"]])
        document, problems = read_document(path, EVENTS)
        assert document.fields == {"title": "A Diary"}
        assert sections_of(document) == [("arrival", "x"), ("departure", "y")]
        assert [remark.split(": ")[1] for remark in problems.remarks] == [
            "the preamble (3 words) belongs to no event and is in no narrative"
        ]

    def test_headers_and_footers_are_left_out_but_no_headings(self, tmp_path: Path) -> None:
        told = [("event 1", "We came."), ("event 2", "It rained."), ("event 3", "We slept."), ("event 4", "We left.")]
        pages = [
            ["Weber, Diary", f"# {heading}", text, "", f"Page {number} of 4", "Confidential"]
            for number, (heading, text) in enumerate(told, 1)
        ]
        document, problems = read_document(pdf_file(tmp_path / "weber.pdf", pages))
        assert sections_of(document) == told
        assert shortened(problems.remarks, tmp_path) == [
            "weber.pdf: headers or footers that repeat are left out: 'Weber, Diary', 'Confidential', 'Page 1 of 4'"
        ]

    def test_an_answer_that_ends_many_pages_is_no_footer(self, tmp_path: Path) -> None:
        answers = ["I do not know.", "I do not know.", "He left.", "I do not know.", "I do not know."]
        pages = [
            [f"# e{number}", "Who was it?", "", answer, f"Page {number}"] for number, answer in enumerate(answers, 1)
        ]
        pages[0].pop()  # the first page has no number
        document, problems = read_document(pdf_file(tmp_path / "weber.pdf", pages))
        assert [section.text.split("?")[1].strip() for section in document.sections] == answers
        assert shortened(problems.remarks, tmp_path) == [
            "weber.pdf: headers or footers that repeat are left out: 'Page 2'"
        ]

    def test_two_pages_repeat_nothing(self, tmp_path: Path) -> None:
        path = pdf_file(tmp_path / "weber.pdf", [["# a", "Same."], ["# b", "Same."]])
        assert sections_of(read_sound(path)) == [("a", "Same."), ("b", "Same.")]

    def test_pages_without_text_are_named(self, tmp_path: Path) -> None:
        document, problems = read_document(pdf_file(tmp_path / "weber.pdf", [["# a", "x"], None, None]))
        assert sections_of(document) == [("a", "x")]
        assert shortened(problems.remarks, tmp_path) == [
            "weber.pdf: pages 2, 3 hold no text; if they are pictures of text, run text recognition (OCR)"
        ]

    def test_an_empty_password_opens(self, tmp_path: Path) -> None:
        assert sections_of(read_sound(encrypted_pdf(tmp_path / "weber.pdf", [["# a", "x"]], ""))) == [("a", "x")]

    @pytest.mark.parametrize(
        ("known", "fault"),
        [
            (
                EVENTS,
                "weber.pdf: no line is the id or title of an event; a PDF needs a timeline whose ids or titles stand "
                "on lines of their own in it, or lines '# arrival' with an event's id",
            ),
            (
                (),
                "weber.pdf: no line is a heading; a PDF needs a timeline whose ids or titles stand on lines of their "
                "own in it, or lines '# arrival' with an event's id",
            ),
        ],
    )
    def test_without_headings(self, tmp_path: Path, known: Collection[str], fault: str) -> None:
        _, problems = read_document(pdf_file(tmp_path / "weber.pdf", [["We came."]]), known)
        assert shortened(problems.faults, tmp_path) == [fault]

    def test_a_section_without_text(self, tmp_path: Path) -> None:
        _, problems = read_document(pdf_file(tmp_path / "weber.pdf", [["# a", "# b", "x"]]))
        assert shortened(problems.faults, tmp_path) == [
            "weber.pdf, page 1: section 'a' is empty; write its text beneath the heading, or remove the heading"
        ]

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "weber.pdf' is empty; save it as .pdf again"),
            (b"# a\nx", "weber.pdf' is not a PDF; save it as .pdf again"),
            (b"\x89PNG\r\n", r"weber.pdf' is a picture \(PNG\); save it as .pdf again"),
            (b"%PDF-1.4\ngarbage", r"weber.pdf' is damaged \(.*make the PDF again"),
            (pdf_bytes([["# a", "x"]])[:300], r"weber.pdf' is damaged \("),
            (pdf_bytes([None, None]), r"weber.pdf' holds pictures only; run text recognition \(OCR\) first"),
            (pdf_bytes([]), r"weber.pdf' has no pages"),
        ],
    )
    def test_what_cannot_be_read_at_all(
        self, tmp_path: Path, content: bytes, words: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(InputError, match=words):
            read_document(text_file(tmp_path, content, "weber.pdf"))
        assert capfd.readouterr() == ("", "")

    def test_a_password_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"weber.pdf' is protected by a password; save a copy without"):
            read_document(encrypted_pdf(tmp_path / "weber.pdf", [["# a", "x"]], "secret"))

    @pytest.mark.parametrize(
        ("limit", "value", "words"),
        [
            ("PAGES", 1, "has more than 1 pages; divide it"),
            ("CONTENT", 10, r"weber.pdf: page 1 is more than a page of text"),
            ("CHARACTERS", 3, "holds more than 3 characters; divide it"),
            ("SECONDS", -1.0, "takes longer than -1 seconds to read"),
        ],
    )
    def test_limits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: float, words: str
    ) -> None:
        monkeypatch.setattr(pdf, limit, value)
        with pytest.raises(InputError, match=words):
            read_document(pdf_file(tmp_path / "weber.pdf", [["# a", "x"], ["y"]]))
