"""Markdown and plain text with a section per event; supported suffixes and missing libraries."""

import builtins
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from ingest.documents import document as documents
from taeg.base.errors import InputError
from tests.unit.document_files import docx_file, pdf_file
from tests.unit.document_results import EVENTS, read_document, read_text, text_file, texts


def test_sections_fields_and_origins(tmp_path: Path) -> None:
    path = text_file(
        tmp_path,
        "---\nTitle: A Diary\ndate: 1831-05-01\nlang: de\n---\n\n# arrival\ntime: 1831-05-01T10\nreference: p. 3\n"
        "\nWe *came*\n  in the rain.\n\nIt was late.\n# departure #\n\nQuestion: who left?\n",
    )
    read = read_document(path)
    document = read.document
    assert read.faults == []
    assert texts(document.fields) == {"title": "A Diary", "date": "1831-05-01", "lang": "de"}
    assert [line.origin for line in document.fields.values()] == [f"{path}:2", f"{path}:3", f"{path}:4"]
    arrival, departure = document.sections
    assert arrival.text == "We *came* in the rain.\n\nIt was late."
    assert (arrival.origin, texts(arrival.fields)) == (f"{path}:7", {"time": "1831-05-01T10", "reference": "p. 3"})
    assert (departure.heading, departure.text, texts(departure.fields)) == ("departure", "Question: who left?", {})


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        # line ends and a byte order mark
        ("# a\r\nx\r\n\r\n# b\r\ny", [("a", "x"), ("b", "y")]),
        ("# a\rx\r\r# b\ry", [("a", "x"), ("b", "y")]),
        ("\ufeff# a\nx\n\n# b\ny", [("a", "x"), ("b", "y")]),
        # the level of event headings
        ("## a\nx\n## b\ny", [("a", "x"), ("b", "y")]),
        ("# a\nx\n## b\ny", [("a", "x\n\nb\n\ny")]),
        ("## a\nx\n# b\ny", [("b", "y")]),
        ("# a\n\nx", [("a", "x")]),
        # code and escapes
        (
            "# a\n```sh\n# not one\n\n~~~\n```\n    # nor this\n\n\\# nor this\n",
            [("a", "```sh # not one\n\n~~~ ``` # nor this\n\n\\# nor this")],
        ),
    ],
)
def test_sections(tmp_path: Path, text: str, sections: list[tuple[str, str]]) -> None:
    assert read_text(tmp_path, text).sections == sections


@pytest.mark.parametrize(
    ("text", "title", "sections"),
    [
        ("# Diary\n\n## a\nx\n### Aside\ny\n## b\nz\n", "Diary", [("a", "x\n\nAside\n\ny"), ("b", "z")]),
        ("---\ntitle: T\n---\n# Diary\n## a\nx", "T", [("a", "x")]),
        ("Diary\n=====\n\na\n---\nx\n\n---\n\nb\n-\n- one\n---\ny\n", "Diary", [("a", "x"), ("b", "- one\n\ny")]),
    ],
)
def test_titles(tmp_path: Path, text: str, title: str, sections: list[tuple[str, str]]) -> None:
    read = read_text(tmp_path, text)
    assert (read.faults, read.document.fields["title"].text, read.sections) == ([], title, sections)


def test_a_heading_that_names_an_event_is_not_the_title(tmp_path: Path) -> None:
    read = read_text(tmp_path, "# arrival\nx\n## departure\ny", EVENTS)
    assert read.sections == [("arrival", "x\n\ndeparture\n\ny")]


@pytest.mark.parametrize(
    ("below", "fields", "text"),
    [
        ("time: 1831\n\nlang: is text", {"time": "1831"}, "lang: is text"),
        ("\ntime: 1831\nx", {"time": "1831"}, "x"),
        ("time:\norder: 3\nx", {"order": "3"}, "x"),
        ("id:w1\nx", {"id": "w1"}, "x"),
        ("x\ntime: 1831", {}, "x time: 1831"),
        ("Tiem: flies", {}, "Tiem: flies"),
        ("note: see below", {}, "note: see below"),
        ("https://example.org", {}, "https://example.org"),
    ],
)
def test_section_fields(tmp_path: Path, below: str, fields: dict[str, str], text: str) -> None:
    (section,) = read_text(tmp_path, f"# a\n{below}\n").document.sections
    assert (texts(section.fields), section.text) == (fields, text)


ABOVE = (
    "is above the first heading; put a heading with an event's id above it, or the heading 'preamble' if it belongs to "
    "no event"
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ": the file is empty; write a heading and a text for each event"),
        (
            "---\nid: w\n---\n\n",
            ": the file is empty but for its title or front matter; write a heading and a text for each event",
        ),
        ("\nWe came.\n", ":2: the file has no heading; put a line '# arrival' with the event's id above each text"),
        ("We came.\n\n# a\nx", f":1: 'We came.' {ABOVE}"),
        ("# Diary\nMine.\n## arrival\nx\n## departure\ny", f":2: 'Mine.' {ABOVE}"),
        ("# a\n\n# b\ny", ":1: section 'a' is empty; write its text below the heading, or remove the heading"),
        ("#\nx\n# b\ny", ":1: the heading is empty; write the event's id in it"),
        *(
            (
                f"# a\n{key}: 1831\nx",
                f":2: a section has no field '{key}'; did you mean 'time'? (Text begins with a capital letter.)",
            )
            for key in ("tiem", "date")
        ),
        ("# a\ntime: 1\ntime: 2\nx", ":3: 'time' is given twice below one heading; keep one of them"),
        ("# a\nx\n#departure\ny", ":3: '#departure' is not a heading; put a space after '#'"),
        ("# a\n```\nx", ":2: the code block that begins here is not closed; close it with the same marks"),
        (
            "# a\nx\ny\n---\nz",
            ":4: '---' directly below a text of several lines makes all of it a heading; "
            "put a blank line above it, or above the heading",
        ),
        (
            "---\nauthor: [A, B]\n---\n# a\nx",
            ":2: 'author' in the front matter is a list or a mapping; write a text",
        ),
        ("---\n- A\n---\n# a\nx", ":2: the front matter has no fields; write 'key: value' in each line"),
        ("---\nid: w\nID: v\n---\n# a\nx", ":3: 'ID' is given twice (first: weber.md:2); keep one of them"),
        (
            "# preamble\nI am Weber.",
            ":1: the file has no heading but the preamble; put one with the event's id above each text",
        ),
    ],
)
def test_faults(tmp_path: Path, text: str, fault: str) -> None:
    assert read_text(tmp_path, text, EVENTS).faults[:1] == [f"weber.md{fault}"]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (
            "---\ntags: [a, b]\n---\n# a\nx",
            ":2: 'tags' in the front matter is not used; used are id, title, date, author, language, lang, order",
        ),
        ("---\nauhtor: A\n---\n# a\nx", ":2: 'auhtor' in the front matter is not used; did you mean 'author'?"),
        ("# a\n#rain\nx", ":2: '#rain' is not a heading; put a space after '#' if it is meant as one"),
        (
            "# a\nTitle: Doctor, he said.\nMore.",
            ":2: 'Title: Doctor, he said.' is read as text; write 'title:' in lower case if it is a field",
        ),
        (
            "# Diary\nMine.\n## a\nx\n## b\ny",
            ":1: 'Diary' is the only section, and the headings inside it ('a', weber.md:3) are part of its text; "
            "if they name events, remove the text above the first of them",
        ),
        (
            "# The Lest Evning\nx\n# arival\ny",
            ":1: 'The Lest Evning' is not a title in the timeline; did you mean 'The Last Evening'?",
        ),
    ],
)
def test_remarks(tmp_path: Path, text: str, remark: str) -> None:
    read = read_text(tmp_path, text, EVENTS)
    assert (read.faults, read.remarks) == ([], [f"weber.md{remark}"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"---\nid: w\n# a\nx", r"weber.md:1: the front matter is not closed; put a line '---' below it"),
        (b"---\nid: w: x\n---\n", r"weber.md:2: this is not YAML"),
        ("# a\nx".encode("utf-16"), r"weber.md' is UTF-16; save it as UTF-8"),
        ("# a\nx".encode("utf-16-le"), r"weber.md' is UTF-16; save it as UTF-8"),
        (b"# a\nx \xe4", r"weber.md:2: byte 0xE4 \('ä' in Windows-1252\) is not UTF-8; save the file as UTF-8"),
        (b"%PDF-1.4", r"weber.md' is a PDF, not text; give it its own suffix"),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_text(tmp_path, content)


BOTH = [("arrival", "x"), ("departure", "y")]


@pytest.mark.parametrize(
    ("text", "sections", "line", "words"),
    [
        ("# Preamble:\nI am Weber.\n# arrival\nx", [("arrival", "x")], 1, 3),
        ("# PREAMBLE\nI am\n## Of me\nWeber.\n# arrival\nx\n# departure\ny", BOTH, 1, 5),
        ("# preamble\nI am Weber.\n## arrival\nx\n## departure\ny", BOTH, 1, 3),
        ("# Diary\n## 0. Preamble\nI am Weber.\n## arrival\nx", [("arrival", "x")], 2, 3),
        ("# arrival\nx\n# preamble\nI am Weber.\n# departure\ny", BOTH, 3, 3),
        ("### Preamble\n\nI am Weber.\n\n# arrival\nx", [("arrival", "x")], 1, 3),
    ],
)
@pytest.mark.parametrize("names", [(), EVENTS])
def test_preambles(
    tmp_path: Path, text: str, sections: list[tuple[str, str]], line: int, words: int, names: Collection[str]
) -> None:
    read = read_text(tmp_path, text, names)
    assert (read.faults, read.sections) == ([], sections)
    assert read.remarks == [f"weber.md:{line}: the preamble ({words} words) belongs to no event and is in no narrative"]


def test_a_preamble_may_be_an_event(tmp_path: Path) -> None:
    read = read_text(tmp_path, "I say:\n\n# Preamble\nx\n# arrival\ny", ("preamble", "arrival"))
    assert (read.sections, read.remarks) == ([("Preamble", "x"), ("arrival", "y")], [])
    assert read.faults[0].endswith("put a heading with an event's id above it")


@pytest.mark.parametrize(
    ("written", "heading"),
    [
        ("3. The Last Evening", "The Last Evening"),
        ("3) the last  evening:", "the last evening"),
        ("III. arrival", "arrival"),
        ("§ 3 arrival", "arrival"),
        ("(3) arrival", "arrival"),
        ("3.1 arrival", "arrival"),
        ("3. arrival: They come", "arrival: They come"),
        ("4. The Fire", "4. The Fire"),
        ("5. supper", "5. supper"),
        ("mr.:", "Mr."),
    ],
)
def test_numbered_headings(tmp_path: Path, written: str, heading: str) -> None:
    names = (*EVENTS, "4. The Fire", "The Fire", "Mr.")
    assert read_text(tmp_path, f"# {written}\nx", names).sections == [(heading, "x")]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        (
            "[arrival]\ntime: 1831\nWe came.\n---\n  [departure]  \nWe left.\n",
            [("arrival", "We came. ---"), ("departure", "We left.")],
        ),
        (
            "# arrival\nWe came.\n[laughter]\nYes.\n# departure\nx\n",
            [("arrival", "We came.\n\n[laughter]\n\nYes."), ("departure", "x")],
        ),
        ("# Diary\n\n[arrival]\nWe came.\n", [("arrival", "We came.")]),
    ],
)
def test_bracketed_headings_in_plain_text(tmp_path: Path, text: str, sections: list[tuple[str, str]]) -> None:
    read = read_text(tmp_path, text, name="weber.txt")
    assert (read.faults, read.sections) == ([], sections)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "We came.",
            ":1: the file has no heading; put a line '# arrival' (or '[arrival]') with the event's id above each text",
        ),
        ("[]\nx", ":1: the heading is empty; write the event's id in it"),
    ],
)
def test_faults_in_plain_text(tmp_path: Path, text: str, fault: str) -> None:
    assert read_text(tmp_path, text, name="weber.txt").faults == [f"weber.txt{fault}"]


def test_suffixes() -> None:
    assert all(documents.is_document(Path(name)) for name in ("a.md", "a.MARKDOWN", "a.txt", "a.docx", "a.pdf"))
    for name in ("a.doc", "a.docm", "a.odt", "a.rtf"):
        assert not documents.is_document(Path(name))
        with pytest.raises(InputError, match=r"is \.\w+, which is not read; save it as \.docx"):
            read_document(Path(name))
    with pytest.raises(InputError, match=r"'a.csv' is not a supported document; give one of \.md"):
        read_document(Path("a.csv"))


@pytest.mark.parametrize(("suffix", "library"), [("docx", "python-docx"), ("pdf", "pypdf")])
def test_missing_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, library: str) -> None:
    real: Callable[..., object] = builtins.__import__

    def missing(name: str, *arguments: object, **more: object) -> object:
        level = arguments[3] if len(arguments) > 3 else 0
        if level == 0 and name in ("docx", "pypdf"):
            raise ImportError(name)
        return real(name, *arguments, **more)

    path = tmp_path / f"weber.{suffix}"
    docx_file(path, [("Heading 1", "arrival")]) if suffix == "docx" else pdf_file(path, [["# arrival", "x"]])
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError, match=rf"weber\.{suffix}: a \w+ file needs {library}: pip install {library}$"):
        read_document(path)
