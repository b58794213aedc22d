"""Files made to be slow: each shape once took time or memory that grew with the square of its size, or without bound.

Each is large enough that quadratic work exceeds the limits of `bounded`, which are in CPU time.
"""

import io
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import docx
import pytest

from ingest.gospels import xml_folder as gospel_xml
from taeg.export import FORMATS
from taeg.model.corpus import Correction, Version
from taeg.model.corrections import apply
from tests.fuzz import hostile_books, output_checks, samples
from tests.fuzz.bounds import bounded
from tests.fuzz.targets import GOSPELS, checked, laid
from tests.unit.builders import story
from tests.unit.document_files import add_xml, pdf_bytes

MANY = 20_000
FEW = 2_000
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def word(xml: str, styles: str = "") -> bytes:
    """A Word file with this body after a heading, and these styles."""
    made, stream = docx.Document(), io.BytesIO()
    made.add_heading("arrival")
    add_xml(made, styles)
    for style in made.element.body.xpath("w:style"):
        made.styles.element.append(style)
    add_xml(made, xml)
    made.save(stream)
    return stream.getvalue()


def style_chain() -> Mapping[str, bytes]:
    styles = "".join(f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>' for n in range(FEW))
    text = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="s{n}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>' for n in range(FEW // 2)
    )
    return {"a.docx": word(text, styles)}


def nested_runs() -> Mapping[str, bytes]:
    run, deep = "<w:r><w:rPr><w:vanish/></w:rPr>", 100
    return {"a.docx": word(f"<w:p>{run * deep}{'<w:t> </w:t>' * MANY}{'</w:r>' * deep}<w:r><w:t>x</w:t></w:r></w:p>")}


def many_headers() -> Mapping[str, bytes]:
    made, stream = docx.Document(), io.BytesIO()
    made.add_heading("arrival")
    made.add_paragraph("x")
    header = made.sections[0].header
    header.paragraphs[0].text = " " * 100_000
    for number in range(FEW):
        made.part.load_rel(f"{OFFICE}/header", header.part, f"x{number}")
    made.save(stream)
    return {"a.docx": stream.getvalue()}


def sheet(rows: str) -> Mapping[str, bytes]:
    """An Excel file with these rows."""
    content = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    return {"a.xlsx": samples.with_members(samples.sheet(), {"xl/worksheets/sheet1.xml": content})}


def gospels(references: list[str], mark: str) -> Mapping[str, bytes]:
    """A chronology of Mark alone with an event for each reference, and the text of Mark."""
    events = "".join(
        f'<event id="{number}"><description/><day/><when_where/><mark>{reference}</mark></event>'
        for number, reference in enumerate(references)
    )
    book = f'<bible translation="Plain"><book name="Mark">{mark}</book></bible>'.encode()
    return {**GOSPELS, "Mark.xml": book, gospel_xml.CHRONOLOGY: f"<w>{events}</w>".encode()}


CHAPTERS = "".join(f'<chapter number="{n}"><verse number="999">x</verse></chapter>' for n in range(1, 1_000))
LONG_VERSE = f'<chapter number="1"><verse number="1">{"x " * 500_000}</verse></chapter>'
NAMES = [f"s{number}" for number in range(FEW)]
TABLE = ("source,event,text\n" + "".join(f"{name},e,t{name}\n" for name in NAMES)).encode()
PRIORITY = "files: [a.csv]\npriority:\n" + "".join(f"- {name}\n" for name in NAMES)
TIMELINE = ("event,title\n" + "".join(f"e{n},The {n}. evening\n" for n in range(FEW))).encode()

FILES: Mapping[str, tuple[str, Callable[[], Mapping[str, bytes]]]] = {
    "Word: a chain of styles": ("", style_chain),
    "Word: runs inside runs": ("", nested_runs),
    "Word: many relations to one header": ("", many_headers),
    "PDF: a word divided by every line": ("", lambda: {"a.pdf": pdf_bytes([["# arrival", *["ab-"] * 60]] * 60)}),
    "Markdown: long lines": (
        "is empty",
        lambda: {"a.md": b"# arrival\ntime:%b\n\n-%bx\n[%b\n%bx" % (*[b" " * 10 * MANY] * 3, b"# " * 10 * MANY)},
    ),
    "Markdown: preambles": ("", lambda: {"a.md": b"# arrival\n\nx\n\n" + b"# preamble\n\ny\n\n" * MANY}),
    "Markdown: a long fence": (
        "",
        lambda: {"a.md": b"# arrival\n\n" + b"~" * MANY + b"\n" + b"~~~\n" * MANY + b"~" * MANY},
    ),
    "Markdown: headings like names of the timeline": (
        "is not in the timeline",
        lambda: {"timeline.csv": TIMELINE} | {f"{n}.md": b"# The lst evening\n\nx\n" for n in range(FEW // 10)},
    ),
    "CSV: an event of many sources": (
        "",
        lambda: {"a.csv": b"source,event,text,order\n" + b"".join(b"s%d,e,x%d,1\n" % (n, n) for n in range(MANY))},
    ),
    "CSV: events like names of the timeline": (
        "did you mean",
        lambda: {"timeline.csv": TIMELINE, "a.csv": TABLE[:18] + b"".join(b"s,v%d,x\n" % n for n in range(MANY))},
    ),
    "TSV: a row of quoted cells": (
        "cells",
        lambda: {"a.tsv": b"source\tevent\ttext\n" + b'"a"\t' * 10 * MANY},
    ),
    "JSON Lines: arrays after blank lines": (
        "not JSON",
        lambda: {"a.jsonl": b"\n" * MANY + samples.JSONL + b"[\n" * MANY},
    ),
    "Excel: rows whose only cell is the last": (
        "cells",
        lambda: sheet("".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, FEW))),
    ),
    "manifest: a priority of many": ("", lambda: {"a.csv": TABLE, "corpus.yaml": PRIORITY.encode()}),
    "manifest: a priority of unknown names": (
        "has no account",
        lambda: {"a.csv": TABLE, "corpus.yaml": PRIORITY.replace("- s", "- x").encode()},
    ),
    "manifest: missing files": (
        "there is no file",
        lambda: {"a.csv": TABLE, "corpus.yaml": b"files:\n" + b"".join(b"- x%d.csv\n" % n for n in range(FEW))},
    ),
    "manifest: entries without end": (
        "more than 10,000 entries",
        lambda: {"a.csv": TABLE, "corpus.yaml": b"files:\n" + b"- a.csv\n" * MANY},
    ),
    "manifest: a thousand stars": (
        "cannot be read",
        lambda: {"a.csv": samples.CSV, "corpus.yaml": b"files: ['" + b"*/" * 3_000 + b"*.csv']"},
    ),
    "corrections without end": (
        "more than 10,000 corrections",
        lambda: {"a.csv": samples.CSV, "corrections.yaml": b"- exclude: a\n" * MANY},
    ),
    "gospels: a million verses, eighty times": (
        "more than 10,000 verses",
        lambda: gospels([",".join(["1:1-999:999"] * 80)], CHAPTERS),
    ),
    "gospels: a long verse, many times": ("characters", lambda: gospels(["1:1," * 199 + "1:1"] * 3, LONG_VERSE)),
}


@pytest.mark.parametrize("name", FILES)
def test_reading_is_bounded(name: str) -> None:
    expected, make = FILES[name]
    files = make()
    folder = laid(files)
    [first, *others] = files
    path = folder if others or Path(first).suffix in (".md", ".docx", ".pdf") else folder / first
    with bounded():
        message = checked(path)
    assert expected in message if expected else message == ""


def test_patterns_with_two_double_stars_are_refused() -> None:
    folder = laid({"a.csv": samples.CSV, "corpus.yaml": b"files: ['" + b"**/" * 12 + b"*.csv']"})
    folder.joinpath(*["d"] * 30).mkdir(parents=True)
    try:
        with bounded():
            assert "'**' twice" in checked(folder)
    finally:
        shutil.rmtree(folder / "d")


@pytest.mark.parametrize("kind", ["exclude", "rename"])
def test_corrections_are_bounded(kind: str) -> None:
    versions = [Version(f"v{n}", "sail", "ann", "x") for n in range(FEW)]
    wrong = [Correction(kind, f"nowhere{n}", **({"title": "x"} if kind == "rename" else {})) for n in range(FEW)]
    with bounded():
        problems = [correction.problem for correction in apply(story(versions), wrong).corrections]
    assert all("there is no" in problem for problem in problems)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("texts", [["[" * FEW], ["It is so. " * (FEW // 10)], ["x\ufffe" * 50, "\U0001f600 " * FEW]])
def test_writing_is_bounded(format: str, texts: list[str]) -> None:
    book = hostile_books.book(texts)
    with bounded():
        output_checks.CHECKS[format](book)
