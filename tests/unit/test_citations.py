"""Citations of documents without a `reference`: the lines of a text file, the paragraphs and pages of a Word file."""

from pathlib import Path

import docx
import pytest
from docx.document import Document

import ingest
from taeg.model.corpus import Corpus
from tests.unit.document_files import add_xml, docx_file, pdf_file

BREAK = "<w:r><w:lastRenderedPageBreak/></w:r>"
MANUAL = '<w:r><w:br w:type="page"/></w:r>'


def read(folder: Path) -> Corpus:
    return ingest.read(str(folder), language="en")


def cited(folder: Path) -> dict[str, str]:
    return {version.event: version.citation for version in read(folder).versions}


def paragraph(text: str, before: str = "", heading: bool = False, properties: str = "") -> str:
    style = '<w:pStyle w:val="Heading1"/>' if heading else ""
    return f"<w:p><w:pPr>{style}{properties}</w:pPr>{before}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word_file(folder: Path, *paragraphs: str) -> Document:
    made = docx.Document()
    add_xml(made, "".join(paragraphs))
    made.save(str(folder / "weber.docx"))
    return made


@pytest.mark.parametrize("name", ["weber.md", "weber.txt"])
def test_text_is_cited_by_its_lines(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(
        "---\ntitle: A Diary\n---\n\n# arrival\nlang: en\n\nWe came\nat ten.\n\nIt rained.\n\n"
        "# supper\nreference: p. 3\nWe ate.\n# departure\nWe left.\n"
    )
    assert cited(tmp_path) == {"arrival": "lines 8-11", "supper": "p. 3", "departure": "line 17"}
    assert [version.located for version in read(tmp_path).versions] == [True, False, True]


def test_word_is_cited_by_its_paragraphs_without_headings_and_fields(tmp_path: Path) -> None:
    docx_file(
        tmp_path / "weber.docx",
        [
            *(("Title", "A Diary"), ("", "I am Weber."), ("", ""), ("Heading 1", "arrival"), ("", "lang: en")),
            *(("", "title: Arrival"), ("", "We came."), ("Heading 2", "Aside"), ("", "It\nrained.")),
            *(("Heading 1", "supper"), ("", "reference: p. 3"), ("", "We ate.")),
            *(("Heading 1", "departure"), ("", "We left.")),
        ],
    )
    assert cited(tmp_path) == {"arrival": "paragraphs 2-3", "supper": "p. 3", "departure": "paragraph 5"}


def test_rows_of_a_word_table_are_paragraphs(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    table = made.add_table(2, 2)
    for row, cells in zip(table.rows, (("ten", "We came."), ("eleven", "It rained.")), strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    made.save(str(tmp_path / "weber.docx"))
    assert cited(tmp_path) == {"arrival": "paragraphs 1-2"}


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        (paragraph("We ate."), paragraph("We left."), ("paragraph 2", "paragraph 3")),
        (paragraph("We ate.", BREAK), paragraph("We left.", BREAK), ("p. 2, paragraph 2", "p. 3, paragraph 3")),
        (paragraph("We ate.", MANUAL), paragraph("We left."), ("p. 2, paragraph 2", "p. 2, paragraph 3")),
        (
            paragraph("We ate.", properties="<w:pageBreakBefore/>"),
            paragraph("We left.", properties='<w:pageBreakBefore w:val="0"/>'),
            ("p. 2, paragraph 2", "p. 2, paragraph 3"),
        ),
        (
            paragraph("We ate.", "<w:r><w:t>At six </w:t></w:r>" + BREAK),
            paragraph("We left."),
            ("p. 1, paragraph 2", "p. 2, paragraph 3"),
        ),
        (  # a word processor records the layout after a manual break, too
            paragraph("We ate.", MANUAL),
            paragraph("We left.", BREAK),
            ("p. 1, paragraph 2", "p. 2, paragraph 3"),
        ),
        (
            paragraph("We ate.", f"<w:del>{BREAK}</w:del>"),
            paragraph("We left.", BREAK),
            ("p. 1, paragraph 2", "p. 2, paragraph 3"),
        ),
    ],
    ids=["none", "recorded", "manual", "before", "inside", "both", "deleted"],
)
def test_pages_of_word_files(tmp_path: Path, second: str, third: str, expected: tuple[str, str]) -> None:
    at_the_top = "<w:pageBreakBefore/>" if "pageBreakBefore" in second else ""  # begins no page
    arrival = paragraph("arrival", heading=True, properties=at_the_top), paragraph("We came.")
    supper, departure = (paragraph(name, heading=True) for name in ("supper", "departure"))
    word_file(tmp_path, *arrival, supper, second, departure, third)
    assert tuple(cited(tmp_path)[event] for event in ("supper", "departure")) == expected


def test_pdf_is_cited_by_its_pages(tmp_path: Path) -> None:
    pdf_file(tmp_path / "weber.pdf", [["# arrival", "We came."], ["# departure", "We left."]])
    assert cited(tmp_path) == {"arrival": "p. 1", "departure": "p. 2"}
    assert not any(version.located for version in read(tmp_path).versions)


def test_ids_do_not_depend_on_the_place(tmp_path: Path) -> None:
    path = tmp_path / "weber.md"
    path.write_text("# arrival\nWe came.\n\n# arrival\nIt rained.\n")
    before = read(tmp_path)
    path.write_text("---\ntitle: A Diary\n---\n# arrival\nWe came.\n\n# arrival\n\nIt rained.\n")
    after = read(tmp_path)
    assert [version.id for version in before.versions] == [version.id for version in after.versions]
    assert {v.citation for v in before.versions} == {"line 2", "line 5"}
    assert {v.citation for v in after.versions} == {"line 5", "line 9"}
