"""Word documents, read back: every passage has a number that links to its note."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import qn
from docx.text.hyperlink import Hyperlink

from taeg.export import docx as exported
from taeg.export.book import Book
from taeg.export.docx import NOTE, clean
from taeg.export.notes import TITLE_ONLY, one_line
from taeg.text.dates import readable
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
    """The text between the numbers of notes below a heading, with the number that the link after it refers to."""
    text = ""
    for paragraph in document.paragraphs:
        if paragraph.style is not None and paragraph.style.name != "Normal":
            text = ""
            continue
        if all(run.italic for run in paragraph.runs):
            continue
        text += "\n"
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
    """The notes by the numbers of their bookmarks."""
    found = {}
    for paragraph in document.paragraphs:
        if paragraph.style is not None and paragraph.style.name == NOTE:
            mark = paragraph._p.find(qn("w:bookmarkStart"))
            assert mark is not None
            number = int(str(mark.get(qn("w:name"))).removeprefix("note"))
            assert paragraph.text.startswith(f"[{number}]\t")
            found[number] = paragraph.text
    return found


def test_every_passage_has_its_source(book: Book) -> None:
    document = opened(book)
    found, known = list(numbered(document)), notes(document)
    assert list(known) == list(range(1, len(known) + 1))
    titles = {source.id: source.title or source.id for source in book.sources}
    for (text, number), passage in zip(found, book.main.passages, strict=True):
        assert text.split() == clean(passage.text).split()
        source = titles.get(passage.source, TITLE_ONLY)
        for part in (source, passage.reference, readable(passage.time, book.language), passage.version):
            assert clean(one_line(part)) in known[number]


def test_events_are_headings_in_order(book: Book) -> None:
    headings = [p.text for p in opened(book).paragraphs if p.style is not None and p.style.name == "Heading 2"]
    titles = [clean(event.title) or event.id for event in book.events]
    expected = [f"{number}. {title}" for number, title in enumerate(titles, start=1)]
    assert headings == (expected if book.follows_timeline else [])


def test_opening_remarks_and_sources() -> None:
    document = opened(strange())
    texts = [p.text for p in document.paragraphs]
    everything = "\n".join(texts)
    for part in ("an id & more", strange().digest, QUOTES, "taeg ", "No account of this event.", "Not in this narr"):
        assert part in everything
    edits = [edit for event in strange().events for edit in event.edits]
    italics = {run.text for p in document.paragraphs for run in p.runs if run.italic}
    assert {clean(edit[0].upper() + edit[1:]) for edit in edits} <= italics
    assert all(clean(words) in texts for words in (*strange().corrections, *strange().misfits))
    rows = [[cell.text for cell in row.cells] for row in document.tables[0].rows]
    assert [row[0] for row in rows[1:]] == [clean(s.title) or s.id for s in strange().sources]
    assert all(re.fullmatch("[0-9]+ of [0-9]+", row[3]) for row in rows[1:])


def test_columns_without_entries_are_left_out() -> None:
    sources = tuple(replace(source, author="", date="") for source in strange().sources)
    table = opened(replace(strange(), sources=sources)).tables[0]
    assert [cell.text for cell in table.rows[0].cells] == ["Source", "Accounts used"]


def test_the_title_of_a_corpus_without_one() -> None:
    assert replace(strange(), title="", corpus="chronicle-audited", profile="audited").name == "chronicle"


def test_properties_name_no_person() -> None:
    properties = opened(strange()).core_properties
    assert properties.title == "an id & more"
    assert properties.author == properties.last_modified_by == strange().program
    assert not properties.comments
    assert properties.language == "en"
    assert properties.created is not None
    assert strange().main.run.created.startswith(properties.created.isoformat()[:19])
    assert opened(replace(strange(), title="long " * 100)).core_properties.title == ("long " * 100)[:255]


def test_right_to_left_text() -> None:
    document = opened(in_hebrew())
    title = document.paragraphs[0]
    text = next(p for p in document.paragraphs if HEBREW[:10] in p.text and "[" in p.text)
    for paragraph in (title, text):
        assert paragraph._p.pPr is not None
        assert paragraph._p.pPr.find(qn("w:bidi")) is not None
    assert text.runs[0]._r.get_or_add_rPr().find(qn("w:rtl")) is not None
    opening = document.paragraphs[1]
    assert opening._p.pPr is None or opening._p.pPr.find(qn("w:bidi")) is None
    language = next(document.styles.element.iter(qn("w:lang")))
    assert language.get(qn("w:val")) == language.get(qn("w:bidi")) == "he-IL"


def test_texts_have_no_control_characters() -> None:
    everything = "\n".join(p.text for p in opened(strange()).paragraphs)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e\ufffe\uffff]", everything)
    assert "A\npage\nbreak\n there." in everything
