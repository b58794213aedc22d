"""The paragraphs of a DOCX file in their order, each with the level of its heading, by python-docx.

Read is what a reader of the document sees in its body: tables row by row, insertions that are tracked but no
deletions, no hidden text. Headers, notes, comments, pictures and the like are not read; one remark names those that
are there. What the headings mean is not asked here (`ingest.documents`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from ingest.archives import check_zip
from ingest.files import read_bytes
from taeg.base.errors import InputError, Problems, cause, quoted

if TYPE_CHECKING:
    from docx.document import Document

MISSING = "DOCX files need python-docx: pip install python-docx"
TITLE = -1
"""The level of a paragraph in the style `Title`."""
_CONTENTS = -2
_BODY_TEXT = 9
"""The outline level that says 'no heading'."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_CHOICES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_GONE = {f"{_W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "sdtPr", "tblPr", "trPr", "tcPr", "instrText")}
"""What is not in the text as it stands: tracked deletions, properties, the codes of fields."""
_NOT_READ = {
    f"{_W}footnoteReference": "footnotes",
    f"{_W}endnoteReference": "endnotes",
    f"{_W}commentReference": "comments",
    f"{_W}drawing": "pictures",
    f"{_W}pict": "pictures",
    f"{_W}object": "pictures",
    f"{_W}sym": "symbols of a symbol font",
    f"{_W}rt": "reading aids (ruby)",
    f"{_W}altChunk": "embedded documents",
    f"{_MATH}oMath": "formulas",
    f"{_MATH}oMathPara": "formulas",
}
_WRITTEN: Mapping[str, Callable[[etree._Element], str]] = {
    f"{_W}t": lambda element: element.text or "",
    f"{_W}tab": lambda _: " ",
    f"{_W}cr": lambda _: "\n",
    f"{_W}br": lambda element: "\n" if element.get(f"{_W}type", "textWrapping") == "textWrapping" else " ",
    f"{_W}noBreakHyphen": lambda _: "-",
}
_NAMED = re.compile(r"heading ?([1-9])")
_LISTED_CONTENTS = re.compile(r"toc (?:heading|[1-9])")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or a row of a table; `level` is 0 but for headings (from 1) and a title (`TITLE`)."""

    text: str
    """Lines broken by hand are separated by a line feed."""
    level: int
    number: int
    """Its place among all paragraphs, from 1, as a word processor counts them."""
    bold: bool = False
    """Whether all of it is, by hand: what stands out without a style may be meant as a heading."""


@dataclass(frozen=True, slots=True)
class Content:
    """The paragraphs that are not blank, and what the file's properties say."""

    paragraphs: tuple[Paragraph, ...]
    title: str
    author: str


def read(path: Path, problems: Problems) -> Content:
    """Read a DOCX file that `ingest.archives` finds harmless."""
    check_zip(path)
    try:
        import docx
    except ImportError:
        raise InputError(MISSING) from None
    try:
        document = docx.Document(BytesIO(read_bytes(path)))
        body = _Body(_levels(document))
        paragraphs = tuple(paragraph for paragraph in body.paragraphs(document.element.body) if paragraph.text)
        left_out = body.not_read | _around(document)
        properties = document.core_properties
        title, author = properties.title.strip(), properties.author.strip()
    except Exception as error:  # Whatever python-docx meets in a file is wrong with the file.
        raise InputError(
            f"{str(path)!r} cannot be read as .docx ({cause(error)}); open it in Word and save it as .docx again "
            "(not as 'Strict Open XML')"
        ) from None
    for number, heading in body.tabled:
        problems.remark(
            f"the heading {quoted(heading)} stands in a table of several columns and is read as text",
            f"{path}, paragraph {number}",
        )
    if left_out:
        problems.remark(f"not read, only the body's text is: {', '.join(sorted(left_out))}", str(path))
    # What python-docx writes into the files it makes is nobody's name.
    return Content(paragraphs, title, "" if author == "python-docx" else author)


class _Body:
    """One walk through the body."""

    def __init__(self, levels: Callable[[etree._Element], int]) -> None:
        self._level = levels
        self._number = 0
        self._carried: list[str] = []
        self.not_read: set[str] = set()
        self.tabled: list[tuple[int, str]] = []

    def paragraphs(self, container: etree._Element) -> Iterator[Paragraph]:
        """The paragraphs of the body, or of a cell, in their order."""
        for element in _children(container):
            if element.tag == f"{_W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{_W}tbl":
                yield from self._rows(element)
            elif element.tag in _NOT_READ:
                self.not_read.add(_NOT_READ[element.tag])
            elif element.tag == f"{_W}sdt" and _is_contents(element):
                self.not_read.add("the table of contents")
            elif element.tag not in _GONE:
                yield from self.paragraphs(element)

    def _paragraph(self, element: etree._Element) -> Iterator[Paragraph]:
        self._number += 1
        self._carried.extend(self._written(element))
        # Where the end of a paragraph is deleted, its text goes on in the next.
        if element.find(f"{_W}pPr/{_W}rPr/{_W}del") is not None:
            return
        text = "".join(self._carried)
        self._carried.clear()
        lines = [words for line in text.split("\n") if (words := " ".join(line.split()))]
        if not lines:  # it counts as a paragraph, and there is nothing to ask of it
            yield Paragraph("", 0, self._number)
            return
        level = self._level(element)
        if level == _CONTENTS:
            self.not_read.add("the table of contents")
        else:
            yield Paragraph("\n".join(lines), level, self._number, _is_bold(element))

    def _rows(self, element: etree._Element) -> Iterator[Paragraph]:
        """A row with one cell only lays out what it holds; any other is one paragraph."""
        for row in _inside(element, f"{_W}tr"):
            if row.find(f"{_W}trPr/{_W}del") is not None:
                continue
            cells = [list(self.paragraphs(cell)) for cell in _inside(row, f"{_W}tc")]
            if len(cells) == 1:
                yield from cells[0]
                continue
            number = next((paragraph.number for cell in cells for paragraph in cell), self._number)
            self.tabled += [(part.number, part.text) for cell in cells for part in cell if part.level and part.text]
            texts = (" ".join(part.text.replace("\n", " ") for part in cell if part.text) for cell in cells)
            yield Paragraph(" | ".join(text for text in texts if text), 0, number)

    def _written(self, element: etree._Element, *, blank: bool = False) -> Iterator[str]:
        """The pieces of text in a paragraph; in what is known to be `blank` nothing is asked for words again."""
        for child in _children(element):
            if child.tag in _WRITTEN:
                yield _WRITTEN[child.tag](child)
            elif child.tag in _NOT_READ:
                boxed = "pictures" in _NOT_READ[child.tag] and _has_text(child)
                self.not_read.add("text boxes" if boxed else _NOT_READ[child.tag])
            elif child.tag == f"{_W}r" and not blank and _is_set(child, "vanish"):
                if _has_text(child):
                    self.not_read.add("hidden text")
                else:
                    yield from self._written(child, blank=True)
            elif child.tag not in _GONE:
                yield from self._written(child, blank=blank)


def _children(element: etree._Element) -> Iterator[etree._Element]:
    """The child elements; of alternatives (a drawing, and the same for old programs) the first."""
    for child in element.iterchildren("*"):
        if child.tag == f"{_CHOICES}AlternateContent":
            for first in child.iterchildren("*"):
                yield from _children(first)
                break
        else:
            yield child


def _inside(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    """The rows of a table or cells of a row, also those in content controls, but not those of tables inside."""
    for child in _children(element):
        if child.tag == tag:
            yield child
        elif child.tag not in _GONE:
            yield from _inside(child, tag)


def _is_contents(element: etree._Element) -> bool:
    gallery = element.find(f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery")
    return gallery is not None and gallery.get(f"{_W}val") == "Table of Contents"


def _is_bold(paragraph: etree._Element) -> bool:
    """Whether all runs around its words are; one that holds others is asked once for all of them."""
    bold: set[etree._Element] = set()
    for text in paragraph.iter(f"{_W}t"):
        for above in text.iterancestors() if (text.text or "").strip() else ():
            if above is paragraph or above in bold:
                break
            if above.tag == f"{_W}r" and not _is_set(above, "b"):
                return False
            bold.add(above)
    return True


def _is_set(run: etree._Element, name: str) -> bool:
    property = run.find(f"{_W}rPr/{_W}{name}")
    return property is not None and property.get(f"{_W}val", "true") not in ("0", "false", "off")


def _has_text(element: etree._Element) -> bool:
    return any((text.text or "").strip() for text in element.iter(f"{_W}t"))


def _around(document: "Document") -> set[str]:
    """Whether headers or footers hold text."""
    parts = {  # each once: many relations can lead to one part
        relation.target_part
        for relation in document.part.rels.values()
        if not relation.is_external and relation.reltype.endswith(("/header", "/footer"))
    }
    elements = (getattr(part, "element", None) for part in parts)
    return {"headers and footers"} if any(e is not None and _has_text(e) for e in elements) else set()


def _levels(document: "Document") -> Callable[[etree._Element], int]:
    """A function that tells the heading level of a paragraph.

    Built-in styles have English names inside the file whatever the language of the program, and styles of one's own
    are headings if they have an outline level or are based on one.
    """
    styles = {style.get(f"{_W}styleId", ""): style for style in document.styles.element.iter(f"{_W}style")}
    known = {"": 0}

    def of_style(name: str) -> int:
        # A chain of styles may be as long as the file, or a circle: each style is looked at once for all paragraphs.
        passed: list[str] = []
        while name not in known:
            passed.append(name)
            style = styles.get(name)
            level = _style_level(name, style)
            known[name] = level or 0
            if level is not None:
                break
            name = _value(style, "basedOn")
        level = known[name]
        known.update(dict.fromkeys(passed, level))
        return level

    def of_paragraph(element: etree._Element) -> int:
        own = _own_level(element)
        return of_style(_value(element.find(f"{_W}pPr"), "pStyle")) if own is None else own

    return of_paragraph


def _style_level(name: str, style: etree._Element | None) -> int | None:
    """What a style itself says, by its names or its outline level; None where the one it is based on decides."""
    called = [name.casefold(), _value(style, "name").casefold()]
    if any(_LISTED_CONTENTS.fullmatch(word) for word in called):
        return _CONTENTS
    if "title" in called:
        return TITLE
    if found := next((match for word in called if (match := _NAMED.fullmatch(word))), None):
        return int(found[1])
    return None if style is None else _own_level(style)


def _own_level(element: etree._Element) -> int | None:
    outline = _value(element.find(f"{_W}pPr"), "outlineLvl")
    if not outline.isascii() or not outline.isdigit():
        return None
    return 0 if int(outline) >= _BODY_TEXT else int(outline) + 1


def _value(element: etree._Element | None, name: str) -> str:
    child = None if element is None else element.find(f"{_W}{name}")
    return "" if child is None else child.get(f"{_W}val", "")
