"""Word documents with a section per event: content, faults and remarks."""

import zipfile
from collections.abc import Collection
from pathlib import Path

import docx
import pytest
from docx.document import Document

from ingest.documents import blocks
from ingest.documents.blocks import EventNames, Line
from taeg.base.errors import InputError
from tests.unit.document_files import add_xml, docx_file
from tests.unit.document_results import EVENTS, Outcome, read_document, read_text, texts


def read_paragraphs(tmp_path: Path, paragraphs: list[tuple[str, str]], names: Collection[str] = ()) -> Outcome:
    return read_document(docx_file(tmp_path / "weber.docx", paragraphs), names)


def read_made(tmp_path: Path, made: Document, names: Collection[str] = ()) -> Outcome:
    made.save(str(tmp_path / "weber.docx"))
    return read_document(tmp_path / "weber.docx", names)


def test_sections_fields_and_origins(tmp_path: Path) -> None:
    read = read_paragraphs(
        tmp_path,
        [
            *(("Title", "A Diary"), ("", ""), ("Heading 1", "arrival"), ("", "time: 1831-05-01")),
            *(("", "reference: p. 3"), ("", "We came."), ("Heading 2", "Aside"), ("", "It\nrained.")),
            *(("Heading 1", ""), ("Heading 1", "departure"), ("", "We left.")),
        ],
    )
    document, path = read.document, tmp_path / "weber.docx"
    assert read.faults == []
    assert document.fields == {"title": Line("A Diary", f"{path}, paragraph 1")}
    assert read.sections == [("arrival", "We came.\n\nAside\n\nIt rained."), ("departure", "We left.")]
    assert texts(document.sections[0].fields) == {"time": "1831-05-01", "reference": "p. 3"}
    assert document.sections[1].origin == f"{path}, paragraph 10"


def test_properties_provide_title_and_author(tmp_path: Path) -> None:
    made = docx.Document()
    made.core_properties.title, made.core_properties.author = "A Diary", "Weber"
    made.add_heading("arrival")
    made.add_paragraph("x")
    assert texts(read_made(tmp_path, made).document.fields) == {"title": "A Diary", "author": "Weber"}


def test_heading_styles(tmp_path: Path) -> None:
    made = docx.Document()
    made.styles["Heading 1"].element.set(
        "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}styleId", "berschrift1"
    )
    for name, base in (("Ereignis", "Heading 1"), ("ring", "Normal"), ("rung", "ring")):
        made.styles.add_style(name, 1).base_style = made.styles[base]
    made.styles["ring"].base_style = made.styles["rung"]
    for style in ("berschrift1", "Ereignis"):
        add_xml(made, f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{style}</w:t></w:r></w:p>')
        made.add_paragraph("x", "ring")
    add_xml(made, '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>direct</w:t></w:r></w:p>')
    made.add_paragraph("x")
    assert read_made(tmp_path, made).sections == [("berschrift1", "x"), ("Ereignis", "x"), ("direct", "x")]


def test_headings_without_styles(tmp_path: Path) -> None:
    lines = ["Preamble", "I am Weber.", "II. the last  EVENING:", "x", "# departure", "time: 1831", "y", "Supper"]
    read = read_paragraphs(tmp_path, [("", line) for line in lines], EVENTS)
    assert read.sections == [("the last EVENING", "x"), ("departure", "y\n\nSupper")]
    assert texts(read.document.sections[1].fields) == {"time": "1831"}
    assert read.remarks == [
        "weber.docx, paragraph 1: the preamble (3 words) belongs to no event and is in no narrative"
    ]


@pytest.mark.parametrize("style", ["Title", "Heading 1"])
def test_text_below_the_title_is_a_preamble(tmp_path: Path, style: str) -> None:
    introduction = [(style, "Statement of Weber"), ("", "I am Weber."), ("", "I say:")]
    sections = [("Heading 2", "2. Arrival"), ("", "x"), ("Heading 2", "departure"), ("", "y")]
    read = read_paragraphs(tmp_path, [*introduction, *sections], EVENTS)
    assert (read.faults, read.document.fields["title"].text) == ([], "Statement of Weber")
    assert read.sections == [("Arrival", "x"), ("departure", "y")]
    assert read.remarks == [
        "weber.docx, paragraph 2: the preamble (5 words) belongs to no event and is in no narrative"
    ]


LOOKS = "looks like a heading; did you mean 'The Last Evening'?"


def test_lines_that_look_like_headings(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    for text in ("2. The Lst Evening", "The last evening.", "title: The Last Evening", "Departures!", "Departure"):
        made.add_paragraph(text if text == "title: The Last Evening" else "x")
        made.add_paragraph(text)
    made.add_paragraph().add_run("The late evening.").bold = True
    read = read_made(tmp_path, made, EVENTS)
    assert read.faults == []
    assert read.remarks == [
        f"weber.docx, paragraph 3: '2. The Lst Evening' {LOOKS}",
        "weber.docx, paragraph 11: 'Departure' looks like a heading but is read as text; if it is one, make it a "
        "separate paragraph in the style of the other headings",
        f"weber.docx, paragraph 12: 'The late evening.' {LOOKS}",
    ]


def test_limit_on_comparisons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "COMPARISONS", 2 * len(EventNames(EVENTS)) + 1)
    read = read_paragraphs(tmp_path, [("Heading 1", "arrival"), *(("", "The Lst Evening") for _ in range(5))], EVENTS)
    assert read.remarks == [
        f"weber.docx, paragraph 2: 'The Lst Evening' {LOOKS}",
        f"weber.docx, paragraph 3: 'The Lst Evening' {LOOKS}",
        "weber.docx, paragraph 4: too many lines and event names: lines are not compared from here on",
    ]


def test_tables(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    table = made.add_table(3, 2)
    for cell, text in zip([c for row in table.rows for c in row.cells], ("a", "b", "c", "d\ne", "f", "g"), strict=True):
        cell.text = text
    table.cell(2, 0).paragraphs[0].style = "Heading 1"
    layout = made.add_table(1, 1).cell(0, 0)
    layout.paragraphs[0].text = "departure"
    layout.paragraphs[0].style = "Heading 1"
    layout.add_paragraph("y")
    read = read_made(tmp_path, made)
    assert read.sections == [("arrival", "a | b\n\nc | d e\n\nf | g"), ("departure", "y")]
    assert read.remarks == [
        "weber.docx, paragraph 6: the heading 'f' is in a table with several columns and is read as text"
    ]


def test_tracked_changes(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    add_xml(
        made,
        '<w:p><w:r><w:t xml:space="preserve">We </w:t></w:r>'
        '<w:del w:id="1" w:author="x"><w:r><w:delText>went</w:delText></w:r></w:del>'
        '<w:ins w:id="2" w:author="x"><w:r><w:t>came</w:t></w:r></w:ins>'
        '<w:moveFrom w:id="3" w:author="x"><w:r><w:t>gone</w:t></w:r></w:moveFrom>'
        '<w:moveTo w:id="4" w:author="x"><w:r><w:t xml:space="preserve"> here.</w:t></w:r></w:moveTo></w:p>'
        '<w:p><w:pPr><w:rPr><w:del w:id="5" w:author="x"/></w:rPr></w:pPr>'
        '<w:r><w:t xml:space="preserve">It was </w:t></w:r></w:p><w:p><w:r><w:t>late.</w:t></w:r></w:p>'
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>Controlled.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    )
    assert read_made(tmp_path, made).sections == [("arrival", "We came here.\n\nIt was late.\n\nControlled.")]


def test_ignored_content_is_listed(tmp_path: Path) -> None:
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = "Weber"
    add_xml(
        made,
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        "<w:sdtContent><w:p><w:r><w:t>Contents</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    )
    made.add_heading("arrival")
    add_xml(
        made,
        '<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r>'
        '<w:r><w:commentReference w:id="1"/></w:r><w:r><w:drawing/></w:r>'
        "<w:r><w:pict><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:pict></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>",
    )
    read = read_made(tmp_path, made)
    assert (read.faults, read.sections) == ([], [("arrival", "x")])
    assert read.remarks == [
        "weber.docx: only the text of the body is read; ignored: comments, footnotes, headers and footers, hidden "
        "text, pictures, text boxes, the table of contents"
    ]


@pytest.mark.parametrize(
    ("paragraphs", "fault"),
    [
        ([], ": the file is empty; write a heading and a text for each event"),
        (
            [("", "We came.")],
            ", paragraph 1: the file has no heading; put one in the style 'Heading 1' with the event's id above "
            "each text",
        ),
        (
            [("Title", "Diary"), ("Heading 2", "a"), ("", "x"), ("Heading 1", "b"), ("", "y")],
            ", paragraph 2: 'a' is above the first heading; put a heading with an event's id above it, or the heading "
            "'preamble' if it belongs to no event",
        ),
    ],
)
def test_faults(tmp_path: Path, paragraphs: list[tuple[str, str]], fault: str) -> None:
    assert read_paragraphs(tmp_path, paragraphs).faults == [f"weber.docx{fault}"]


def test_unreadable_files(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    for content, message in (
        (b"# a\nx", r"weber.docx' is .*not \.docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), r"weber.docx' is protected by a password"),
        ((tmp_path / "other.zip").read_bytes(), r"weber.docx' cannot be read as \.docx .*save it as \.docx again"),
    ):
        with pytest.raises(InputError, match=message):
            read_text(tmp_path, content, name="weber.docx")
