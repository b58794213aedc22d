"""The paragraphs of a DOCX file with their heading levels.

The text is what a reader sees in the body: tables row by row, with tracked insertions, without tracked deletions and
hidden text. The body is walked by hand because python-docx's paragraph iterator drops tracked insertions and includes
hidden text; python-docx opens the file and provides the styles. Pages are counted by the page breaks that the word
processor recorded when it last laid the document out, or by the manual ones if it recorded none. Headers, notes,
comments and pictures are not read; a remark lists those that the file has.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from ingest.archives import check_zip
from ingest.documents.blocks import Block, Line
from ingest.files import read_bytes
from taeg.base.errors import InputError, MissingPackageError, Problems, cause, quoted

if TYPE_CHECKING:
    from docx.document import Document

MISSING = "a Word file needs python-docx: pip install python-docx"
TITLE = -1
"""Level of a paragraph in the style `Title`."""
_CONTENTS = -2
_BODY_TEXT = 9
"""Outline level of ordinary text."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SKIPPED = {f"{_W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "sdtPr", "tblPr", "trPr", "tcPr", "instrText")}
"""Elements without visible text: tracked deletions, properties, field codes."""
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
_TEXT_OF: Mapping[str, Callable[[etree._Element], str]] = {
    f"{_W}t": lambda element: element.text or "",
    f"{_W}tab": lambda _: " ",
    f"{_W}cr": lambda _: "\n",
    f"{_W}br": lambda element: "\n" if element.get(f"{_W}type", "textWrapping") == "textWrapping" else " ",
    f"{_W}noBreakHyphen": lambda _: "-",
}
_RENDERED_BREAK = f"{_W}lastRenderedPageBreak"
_HEADING_STYLE = re.compile(r"heading ?([1-9])")
_CONTENTS_STYLE = re.compile(r"toc (?:heading|[1-9])")


def read(path: Path, problems: Problems) -> tuple[list[Block], dict[str, Line]]:
    """Return the paragraphs that are not blank, and title and author from the file's properties.

    The archive is checked for excessive sizes first. A block of the style `Title` has the level `TITLE`.
    """
    check_zip(path)
    try:
        import docx
    except ImportError:
        raise MissingPackageError(MISSING, str(path)) from None
    try:
        document = docx.Document(BytesIO(read_bytes(path)))
        body = _Body(path, _levels(document), _page_break_test(document.element.body))
        blocks = [block for block in body.blocks(document.element.body) if block.text]
        left_out = body.not_read | _headers_and_footers(document)
        properties = {name: getattr(document.core_properties, name).strip() for name in ("title", "author")}
    except Exception as error:  # python-docx raises many types for damaged files
        raise InputError(
            f"{str(path)!r} cannot be read as .docx ({cause(error)}); open it in Word and save it as .docx again "
            "(not as 'Strict Open XML')"
        ) from None
    for heading in body.headings_in_tables:
        problems.remark(
            f"the heading {quoted(heading.text)} is in a table with several columns and is read as text", heading.origin
        )
    if left_out:
        problems.remark(f"only the text of the body is read; ignored: {', '.join(sorted(left_out))}", str(path))
    if properties["author"] == "python-docx":  # the default author of files made with python-docx
        properties["author"] = ""
    return blocks, {name: Line(value, f"{path}, properties") for name, value in properties.items() if value}


class _Body:
    """A walk through the body of a document. Paragraphs are numbered from 1, as a word processor counts them."""

    def __init__(
        self,
        path: Path,
        levels: Callable[[etree._Element], int],
        breaks_page: Callable[[etree._Element], bool] | None,
    ) -> None:
        self._path = path
        self._level = levels
        self._breaks_page = breaks_page or (lambda _: False)
        self._number = 0
        self._page = 1 if breaks_page else 0
        self._first_page: int | None = None
        """The page on which the pending text begins; None while it is blank."""
        self._pending: list[str] = []
        self.not_read: set[str] = set()
        self.headings_in_tables: list[Block] = []

    def blocks(self, container: etree._Element) -> Iterator[Block]:
        """Yield the paragraphs of the body or of a table cell; their lines end at manual line breaks."""
        for element in _children(container):
            if element.tag == f"{_W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{_W}tbl":
                yield from self._rows(element)
            elif element.tag in _NOT_READ:
                self.not_read.add(_NOT_READ[element.tag])
            elif element.tag == f"{_W}sdt" and _is_contents(element):
                self.not_read.add("the table of contents")
            elif element.tag not in _SKIPPED:
                yield from self.blocks(element)

    def _paragraph(self, element: etree._Element) -> Iterator[Block]:
        self._number += 1
        if self._number > 1:  # there is no page before the first paragraph
            self._page += any(map(self._breaks_page, element.iterfind(f"{_W}pPr/*")))
        for piece in self._text(element):
            if self._first_page is None and piece.strip():
                self._first_page = self._page
            self._pending.append(piece)
        # If the paragraph mark is deleted, the text continues in the next paragraph.
        if element.find(f"{_W}pPr/{_W}rPr/{_W}del") is not None:
            return
        text, page = "".join(self._pending), self._first_page or 0
        self._pending.clear()
        self._first_page = None
        origin = self._origin()
        lines = [Line(words, origin) for line in text.split("\n") if (words := " ".join(line.split()))]
        if not lines:
            yield Block((Line("", origin),))
            return
        level = self._level(element)
        if level == _CONTENTS:
            self.not_read.add("the table of contents")
        else:
            yield Block(tuple(lines), level, page, bold=_is_bold(element))

    def _rows(self, element: etree._Element) -> Iterator[Block]:
        """Yield each row as one paragraph; a row with a single cell is layout and yields the paragraphs of the cell."""
        for row in _inside(element, f"{_W}tr"):
            if row.find(f"{_W}trPr/{_W}del") is not None:
                continue
            cells = [list(self.blocks(cell)) for cell in _inside(row, f"{_W}tc")]
            if len(cells) == 1:
                yield from cells[0]
                continue
            blocks = [block for cell in cells for block in cell]
            self.headings_in_tables += [block for block in blocks if block.level and block.text]
            texts = (" ".join(block.text for block in cell if block.text) for cell in cells)
            origin = blocks[0].origin if blocks else self._origin()
            page = next((block.page for block in blocks if block.text), 0)
            yield Block((Line(" | ".join(text for text in texts if text), origin),), page=page)

    def _origin(self) -> str:
        return f"{self._path}, paragraph {self._number}"

    def _text(self, element: etree._Element, *, blank: bool = False) -> Iterator[str]:
        """Yield the pieces of text in a paragraph; `blank`: the element is known to contain only white space."""
        for child in _children(element):
            self._page += self._breaks_page(child)
            if child.tag in _TEXT_OF:
                yield _TEXT_OF[child.tag](child)
            elif child.tag in _NOT_READ:
                boxed = "pictures" in _NOT_READ[child.tag] and _has_text(child)
                self.not_read.add("text boxes" if boxed else _NOT_READ[child.tag])
            elif child.tag == f"{_W}r" and not blank and _is_set(child, "vanish"):
                if _has_text(child):
                    self.not_read.add("hidden text")
                else:
                    yield from self._text(child, blank=True)
            elif child.tag not in _SKIPPED:
                yield from self._text(child, blank=blank)


def _children(element: etree._Element) -> Iterator[etree._Element]:
    """Yield the child elements, and the first of alternatives (a drawing and its fallback for old programs)."""
    for child in element.iterchildren("*"):
        if child.tag == f"{_COMPATIBILITY}AlternateContent":
            for first in child.iterchildren("*"):
                yield from _children(first)
                break
        else:
            yield child


def _inside(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    """Yield the rows of a table or the cells of a row, including those in content controls, not of nested tables."""
    for child in _children(element):
        if child.tag == tag:
            yield child
        elif child.tag not in _SKIPPED:
            yield from _inside(child, tag)


def _is_contents(element: etree._Element) -> bool:
    gallery = element.find(f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery")
    return gallery is not None and gallery.get(f"{_W}val") == "Table of Contents"


def _is_bold(paragraph: etree._Element) -> bool:
    """Whether all runs with text are bold; each element is checked once, however deep the nesting."""
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
    return property is not None and _is_on(property)


def _is_on(property: etree._Element) -> bool:
    return property.get(f"{_W}val", "true") not in ("0", "false", "off")


def _page_break_test(body: etree._Element) -> Callable[[etree._Element], bool] | None:
    """Return whether an element begins a page, for the kind of page breaks that the file has; None if it has none."""
    if next(body.iter(_RENDERED_BREAK), None) is not None:
        return lambda element: element.tag == _RENDERED_BREAK
    return _is_manual_break if any(map(_is_manual_break, body.iter("*"))) else None


def _is_manual_break(element: etree._Element) -> bool:
    if element.tag == f"{_W}br":
        return element.get(f"{_W}type") == "page"
    return element.tag == f"{_W}pageBreakBefore" and _is_on(element)


def _has_text(element: etree._Element) -> bool:
    return any((text.text or "").strip() for text in element.iter(f"{_W}t"))


def _headers_and_footers(document: "Document") -> set[str]:
    """Return 'headers and footers' if any contain text."""
    parts = {  # a set: several relations may refer to one part
        relation.target_part
        for relation in document.part.rels.values()
        if not relation.is_external and relation.reltype.endswith(("/header", "/footer"))
    }
    elements = (getattr(part, "element", None) for part in parts)
    return {"headers and footers"} if any(e is not None and _has_text(e) for e in elements) else set()


def _levels(document: "Document") -> Callable[[etree._Element], int]:
    """Return a function that maps a paragraph to its heading level.

    Built-in styles have English names in the file, whatever the language of the program. Custom styles are headings if
    they have an outline level or are based on a heading style.
    """
    styles = {style.get(f"{_W}styleId", ""): style for style in document.styles.element.iter(f"{_W}style")}
    known = {"": 0}

    def of_style(name: str) -> int:
        # A chain of styles may be long or circular, so each style is resolved once for all paragraphs.
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
    """Return the level of a style by its names or its outline level; None if its base style decides."""
    called = [name.casefold(), _value(style, "name").casefold()]
    if any(_CONTENTS_STYLE.fullmatch(word) for word in called):
        return _CONTENTS
    if "title" in called:
        return TITLE
    if found := next((match for word in called if (match := _HEADING_STYLE.fullmatch(word))), None):
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
