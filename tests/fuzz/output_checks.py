"""Properties of every format for any texts: it can be parsed, its structure is fixed, texts are text."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from html.parser import HTMLParser
from types import MappingProxyType

from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from ingest.gospels.verse_reference import VerseReference
from taeg.export import csv_tables as csvfiles
from taeg.export import docx, graphml, markdown, synopsis, tei, text
from taeg.export import json_book as jsonfile
from taeg.export.book import Book
from taeg.export.notes import xml_text
from taeg.text.formulas import unguard
from tests.fuzz import hostile_books

PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
TEI = "{http://www.tei-c.org/ns/1.0}"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SENTENCES = {f"{TEI}s", f"{TEI}gap", f"{TEI}desc", f"{TEI}author", f"{TEI}ref", f"{TEI}dateline", f"{TEI}seg"}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def reference_again(text: str) -> None:
    """A reference that can be read is printed as one that means the same."""
    found = VerseReference.parse(text)
    assert VerseReference.parse(str(found)) == found


class _Page(HTMLParser):
    """The elements of a page with the names of their attributes, and the data in it."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, ...]] = []
        self.others: list[str] = []
        self.data = ""
        self._inside = False
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        self._inside = tag == "script" and ("type", "application/json") in attrs

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.data += data

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


@cache
def _harmless_page() -> _Page:
    return _Page(synopsis.export(hostile_books.harmless()).decode())


def html(book: Book) -> None:
    page = _Page(synopsis.export(book).decode())
    sections = len(book.main.passages) - len(hostile_books.harmless().main.passages)
    plain = _harmless_page()
    assert set(page.elements) <= set(plain.elements)
    assert len(page.elements) == len(plain.elements) + 3 * sections  # a section of two paragraphs for each passage
    assert page.others == plain.others
    assert not re.search("[<>&\u2028\u2029]", page.data)
    found = json.loads(page.data)
    assert [row[4] for row in found["versions"]] == [version.text for version in book.versions]


def _shapes(root: etree._Element) -> set[tuple[str, ...]]:
    """The elements that there are; anything that is no element fails."""
    assert all(isinstance(element.tag, str) for element in root.iter())
    assert not root.getroottree().docinfo.doctype
    return {(str(element.tag), *sorted(map(str, element.keys()))) for element in root.iter()}


@cache
def _tei_shapes() -> tuple[set[str], set[str]]:
    """Elements and attributes of documents in which all that can be there is there."""
    shapes = set().union(*(_shapes(etree.fromstring(tei.export(b), PARSER)) for b in _rich()))
    return {shape[0] for shape in shapes} | _SENTENCES, {name for shape in shapes for name in shape[1:]}


def _rich() -> list[Book]:
    from tests.unit import books, strange_book

    bare = hostile_books.book([""])
    return [
        hostile_books.harmless(),
        bare,
        books.book(),
        books.with_main("lexrank"),
        books.fused(),
        strange_book.strange(),
    ]


def tei_(book: Book) -> None:
    root = etree.fromstring(tei.export(book), PARSER)
    elements, attributes = _tei_shapes()
    for shape in _shapes(root):
        assert shape[0] in elements
        assert set(shape[1:]) <= attributes
    readings = {str(e.get("n")): e for e in root.iter(f"{TEI}lem", f"{TEI}rdg")}
    for version in book.versions:
        reading = readings[xml_text(version.id)]
        for gap in list(reading.iter(f"{TEI}desc")):
            gap.text = ""
        assert "".join(map(str, reading.itertext())) == xml_text(version.text)


def graph(book: Book) -> None:
    root = etree.fromstring(graphml.export(book), PARSER)
    elements = {shape[0].rpartition("}")[2] for shape in _shapes(root)}
    assert elements == {"graphml", "key", "graph", "node", "edge", "data"}
    texts = [e.text for e in root.iter(f"{{{graphml.NAMESPACE}}}data") if e.get("key") == "node_text"]
    assert texts == [xml_text(version.text) for version in book.versions if version.text]


def markdown_(book: Book) -> None:
    content = markdown.export(book).decode()
    blocks = {"heading", "paragraph", "footnote", "footnote_block"}
    inlines = {"text", "text_special", "hardbreak", "softbreak", "footnote_ref"}
    for token in MARKDOWN.parse(content):
        assert token.type.removesuffix("_open").removesuffix("_close") in blocks | {"inline", "footnote_anchor"}
        for child in token.children or ():
            assert child.type in inlines, child


def word(book: Book) -> None:
    packed = docx.export(book)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                root = etree.fromstring(archive.read(name), PARSER)
                if name == "word/document.xml":
                    assert {shape[0] for shape in _shapes(root)} <= _word_shapes()
                if name.endswith(".rels"):
                    assert not [e for e in root.iter() if e.get("TargetMode") == "External"]
                assert {e.get(f"{WORD}instr") for e in root.iter(f"{WORD}fldSimple")} <= {"PAGE", "NUMPAGES"}
                assert all(re.fullmatch(r"note\d+", e.get(f"{WORD}anchor", "")) for e in root.iter(f"{WORD}hyperlink"))


@cache
def _word_shapes() -> set[str]:
    found: set[str] = set()
    for book in _rich():
        with zipfile.ZipFile(io.BytesIO(docx.export(book))) as archive:
            found |= {shape[0] for shape in _shapes(etree.fromstring(archive.read("word/document.xml"), PARSER))}
    return found


def tables(book: Book) -> None:
    for content in csvfiles.export(book).values():
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
        assert len({len(row) for row in rows}) == 1
        for cell in (cell for row in rows for cell in row):
            assert not cell.startswith(("=", "+", "@", "\t", "\r")), cell
    made = csv.DictReader(io.StringIO(csvfiles.export(book)["versions.csv"].decode("utf-8-sig"), newline=""))
    assert [unguard(row["text"]) for row in made] == [version.text for version in book.versions]


def json_(book: Book) -> None:
    found = json.loads(jsonfile.export(book), parse_constant=_refuse)
    assert found["corpus"]


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def plain(book: Book) -> None:
    assert not _CONTROL.search(text.export(book).decode())


CHECKS: Mapping[str, Callable[[Book], None]] = MappingProxyType(
    {"html": html, "tei": tei_, "graphml": graph, "markdown": markdown_}
    | {"docx": word, "csv": tables, "json": json_, "text": plain}
)
"""By format; all of `taeg.export.FORMATS`."""
