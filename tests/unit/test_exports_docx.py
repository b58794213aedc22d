"""Word documents, read back: every sentence with a number, every number with its note, hostile text only text."""

import io
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from zipfile import ZipFile

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import qn
from docx.text.hyperlink import Hyperlink

from taeg import InputError
from taeg.export import docx as exported
from taeg.export import word_file as wordfile
from taeg.export.book import Book
from tests.unit.strange_book import HEBREW, QUOTES, in_hebrew, strange

BOOKS = {
    "chosen": strange,
    "quoted": lambda: strange("lexrank"),
    "published": lambda: strange("longest", "published"),
    "in Hebrew": in_hebrew,
}


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> Book:
    return BOOKS[request.param]()


def opened(book: Book) -> Document:
    return docx.Document(io.BytesIO(exported.export(book)))


def numbered(document: Document) -> Iterator[tuple[str, int]]:
    """Every stretch of text before the number of a note, with the number its link leads to."""
    for paragraph in document.paragraphs:
        text = ""
        for item in paragraph.iter_inner_content():
            if isinstance(item, Hyperlink):
                found = re.fullmatch("note([0-9]+)", item.fragment)
                assert found
                number = int(found[1])
                assert item.text == f"[{number}]"
                assert item.runs[0].font.superscript
                yield text, number
                text = ""
            else:
                text += item.text


def notes(document: Document) -> dict[int, str]:
    """The notes by the numbers their bookmarks have."""
    found = {}
    for paragraph in document.paragraphs:
        if paragraph.style is not None and paragraph.style.name == wordfile.NOTE:
            mark = paragraph._p.find(qn("w:bookmarkStart"))
            assert mark is not None
            number = int(str(mark.get(qn("w:name"))).removeprefix("note"))
            assert paragraph.text.startswith(f"[{number}]\t")
            found[number] = paragraph.text
    return found


def test_every_sentence_has_a_number_that_leads_to_who_said_it(book: Book) -> None:
    document = opened(book)
    said, known = list(numbered(document)), notes(document)
    assert len(said) == len(book.main.sentences)
    assert list(known) == list(range(1, len(known) + 1))
    titles = {teller.id: teller.title or teller.id for teller in book.tellers}
    for (text, number), sentence in zip(said, book.main.sentences, strict=True):
        assert text.strip() == wordfile.clean(sentence.text).strip()
        if sentence.source:
            for part in (
                titles[sentence.source],
                sentence.reference,
                sentence.time.replace("T", " "),
                sentence.version,
            ):
                assert wordfile.clean(part) in known[number]
        else:
            assert "Told by nobody" in known[number]


def test_events_stand_in_order_with_when_and_where(book: Book) -> None:
    headings = [p.text for p in opened(book).paragraphs if p.style is not None and p.style.name == "Heading 2"]
    if book.main.strategy == "lexrank":
        assert not headings
    else:
        titles = [wordfile.clean(h.title) or h.id for h in book.happenings]
        assert headings == [f"{number}. {title}" for number, title in enumerate(titles, start=1)]


def test_says_what_it_is_and_what_the_editor_did() -> None:
    document = opened(strange())
    texts = [p.text for p in document.paragraphs]
    everything = "\n".join(texts)
    for part in (
        "an id & more",
        strange().digest,
        QUOTES,
        "taeg ",
        "Nobody tells this event.",
        "Not told in this run.",
    ):
        assert part in everything
    edits = [edit for h in strange().happenings for edit in h.edits]
    italics = {run.text for p in document.paragraphs for run in p.runs if run.italic}
    assert {wordfile.clean(edit[0].upper() + edit[1:]) for edit in edits} <= italics
    assert all(wordfile.clean(words) in texts for words in (*strange().corrections, *strange().misfits))
    rows = [[cell.text for cell in row.cells] for row in document.tables[0].rows]
    assert [row[0] for row in rows[1:]] == [wordfile.clean(t.title) or t.id for t in strange().tellers]
    assert all(re.fullmatch("[0-9]+ of [0-9]+", row[3]) for row in rows[1:])


def test_properties_name_no_person() -> None:
    properties = opened(strange()).core_properties
    assert properties.title == "an id & more"
    assert properties.author == properties.last_modified_by == strange().program
    assert not properties.comments
    assert properties.language == "en"
    assert properties.created is not None
    assert strange().main.created.startswith(properties.created.isoformat()[:19])
    assert opened(replace(strange(), title="long " * 100)).core_properties.title == ("long " * 100)[:255]


def test_text_that_runs_leftwards() -> None:
    document = opened(in_hebrew())
    title, told = (
        document.paragraphs[0],
        next(p for p in document.paragraphs if HEBREW[:10] in p.text and "[" in p.text),
    )
    for paragraph in (title, told):
        assert paragraph._p.pPr is not None
        assert paragraph._p.pPr.find(qn("w:bidi")) is not None
    assert told.runs[0]._r.get_or_add_rPr().find(qn("w:rtl")) is not None
    opening = document.paragraphs[1]
    assert opening._p.pPr is None or opening._p.pPr.find(qn("w:bidi")) is None
    language = next(document.styles.element.iter(qn("w:lang")))
    assert language.get(qn("w:val")) == language.get(qn("w:bidi")) == "he-IL"


def test_the_same_book_gives_the_same_bytes_and_plain_xml() -> None:
    content = exported.export(strange())
    assert content == exported.export(strange())
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert not [name for name in archive.namelist() if "thumbnail" in name]
        for name in archive.namelist():
            assert b"<!DOCTYPE" not in archive.read(name)
        relations = archive.read("word/_rels/document.xml.rels")
        assert b"External" not in relations


def test_nothing_in_a_text_hides_or_turns_what_stands_beside_it() -> None:
    everything = "\n".join(p.text for p in opened(strange()).paragraphs)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e\ufffe\uffff]", everything)
    assert "A\npage\nbreak\n there." in everything


def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    book = strange()
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(InputError, match=r"DOCX needs python-docx: pip install python-docx"):
        exported.export(book)
