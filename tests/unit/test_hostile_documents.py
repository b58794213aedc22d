"""Documents made to be slow: reading them takes time and memory in proportion to their size."""

from pathlib import Path

import docx
import pytest

import ingest
from ingest.documents import blocks
from tests.fuzz.bounds import bounded
from tests.unit.documents_made import add_xml, pdf_file
from tests.unit.documents_read import read_document, read_text

MANY = 4_000


def test_chains_of_styles(tmp_path: Path) -> None:
    made = docx.Document()
    chain = "".join(f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>' for n in range(1, MANY))
    add_xml(
        made,
        f'{chain}<w:style w:styleId="s{MANY}"><w:basedOn w:val="Heading1"/></w:style>'
        '<w:style w:styleId="ring"><w:basedOn w:val="rung"/></w:style>'
        '<w:style w:styleId="rung"><w:basedOn w:val="ring"/></w:style>',
    )
    for style in made.element.body.xpath("w:style"):
        made.styles.element.append(style)
    paragraphs = (
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
        for number in range(500)
        for style, text in ((f"s{number % 7 + 1}", f"e{number}"), ("ring", "x"), ("rung", "y"))
    )
    add_xml(made, "".join(paragraphs))
    made.save(str(tmp_path / "weber.docx"))
    with bounded(seconds=10):
        assert read_document(tmp_path / "weber.docx").sections == [(f"e{number}", "x\n\ny") for number in range(500)]


def test_nested_runs(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    for name in ("b", "vanish"):
        run, blank = f"<w:r><w:rPr><w:{name}/></w:rPr>", "<w:t> </w:t>" * MANY
        words = "<w:t>word</w:t>" * MANY * (name == "b")
        add_xml(made, f"<w:p>{run * 100}{blank}{words}{'</w:r>' * 100}<w:r><w:t>x</w:t></w:r></w:p>")
    made.save(str(tmp_path / "weber.docx"))
    with bounded(seconds=10):
        assert read_document(tmp_path / "weber.docx").sections == [("arrival", "word" * MANY + "x\n\nx")]


def test_many_relations_to_one_header(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("arrival")
    made.add_paragraph("x")
    header = made.sections[0].header
    header.paragraphs[0].text = " " * 100_000
    for number in range(MANY):
        made.part.load_rel(
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships/header", header.part, f"x{number}"
        )
    made.save(str(tmp_path / "weber.docx"))
    with bounded(seconds=10):
        assert read_document(tmp_path / "weber.docx").remarks == []


def test_long_lines_and_fences(tmp_path: Path) -> None:
    blanks, marks = " " * 200_000, "~" * 100_000
    with bounded(seconds=10):
        read_text(tmp_path, f"# a{blanks}x\ntime: {blanks}x\n\n-{blanks}x\n{'# ' * 100_000}x\n[{blanks}\n")
        read = read_text(tmp_path, f"# arrival\n\n {marks} py\n{'x' * 20}\n{marks[1:]}\n{marks}~ \n\ny\n")
    assert read.sections == [("arrival", f"{marks} py {'x' * 20} {marks[1:]} {marks}~\n\ny")]


def test_hyphens_on_every_line_of_a_pdf(tmp_path: Path) -> None:
    pages = [["# arrival", "We"], *[["a-", "bcd-", "e"] * 10] * 20, *[["ab-", "cd-"] * 500] * 4, ["-", "x-", "Y-", "z"]]
    with bounded(seconds=10):
        (section,) = read_document(pdf_file(tmp_path / "a.pdf", pages)).document.sections
    assert section.text == "We " + "abcde " * 200 + "abcd" * 2000 + "- - x- Yz"


def test_comparisons_are_limited_across_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "timeline.csv").write_text("event,title\ne1,The Last Evening\n", encoding="utf-8")
    for number in range(50):
        (tmp_path / f"d{number}.md").write_text("# The lst evening\n\nx\n", encoding="utf-8")
    monkeypatch.setattr(blocks, "COMPARISONS", 30)
    remarks = ingest.check(str(tmp_path)).remarks
    assert sum("did you mean 'The Last Evening'?" in remark for remark in remarks) == 30
