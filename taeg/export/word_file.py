"""What python-docx leaves to be done by hand: styles, language, right-to-left, links, page numbers, undated files.

Knows documents and text, nothing of books.
"""

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from types import MappingProxyType
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.table import Table
from docx.text.paragraph import Paragraph
from docx.text.run import Run

SERIF, SANS = "Times New Roman", "Arial"
DETAILS, NOTE, CELL = "Event Details", "Source Note", "Table Text"
"""Styles of our own: what stands under an event's title; a numbered note; a cell of a table."""

_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_UNWANTED = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202d\u202e]")
_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_LONGEST_PROPERTY = 255
_LONGEST_IN_FOOTER = 70
_EARLIEST_IN_ZIP = (1980, 1, 1, 0, 0, 0)
_BLACK, _GREY = RGBColor(0, 0, 0), RGBColor(0x50, 0x50, 0x50)
_TEXT_WIDTH = Cm(16)
_NUMBER_WIDTH = Cm(1.1)


def clean(text: str) -> str:
    """The text without control characters, what XML cannot hold, and what turns the letters after it around.

    Line ends of any kind are line feeds.
    """
    return _UNWANTED.sub("", _LINE_END.sub("\n", text))


def reads_leftwards(text: str) -> bool:
    """Whether the first letter that has a direction is written from right to left."""
    directions = (unicodedata.bidirectional(c) for c in text)
    return next((found in ("R", "AL") for found in directions if found in ("L", "R", "AL")), False)


def style_ids(document: Document) -> dict[str, str]:
    """The ids of all styles by their names; python-docx would look through them for each paragraph."""
    styles: Any = document.styles
    return {style.name: style.style_id for style in styles}


def write(paragraph: Paragraph, text: str, *, bold: bool = False, italic: bool = False) -> Run:
    """Add words to a paragraph, whatever they hold."""
    run = paragraph.add_run(clean(text))
    # some scripts have properties of their own
    if bold:
        run.font.bold = run.font.cs_bold = True
    if italic:
        run.font.italic = run.font.cs_italic = True
    if reads_leftwards(text):
        run.font.rtl = True
    return run


def turn(paragraph: Paragraph, text: str) -> None:
    """Let a paragraph run from right to left where its text does."""
    if reads_leftwards(text):
        paragraph._p.get_or_add_pPr().insert_element_before(_element("w:bidi"), *_AFTER_BIDI)


_AFTER_BIDI = (
    *("w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:contextualSpacing", "w:mirrorIndents"),
    *("w:suppressOverlap", "w:jc", "w:textDirection", "w:textAlignment", "w:textboxTightWrap", "w:outlineLvl"),
    *("w:divId", "w:cnfStyle", "w:rPr", "w:sectPr", "w:pPrChange"),
)
"""What the schema wants after `bidi` in a paragraph's properties."""


def refer(paragraph: Paragraph, number: int) -> None:
    """Add the raised number of a note, which leads to it."""
    link = _element("w:hyperlink", {"w:anchor": _anchor(number), "w:history": "1"})
    run = paragraph.add_run(f"[{number}]")
    run.font.superscript = True
    link.append(run._r)
    paragraph._p.append(link)


def mark(paragraph: Paragraph, number: int) -> None:
    """Make a paragraph the note that a number leads to."""
    start = _element("w:bookmarkStart", {"w:id": str(number), "w:name": _anchor(number)})
    paragraph._p.append(start)
    paragraph._p.append(_element("w:bookmarkEnd", {"w:id": str(number)}))


def _anchor(number: int) -> str:
    return f"note{number}"


def describe(document: Document, title: str, program: str, subject: str, language: str, made: str) -> None:
    """Set what the file says of itself: the program as its author, no person and no machine."""
    properties = document.core_properties
    try:
        moment = datetime.fromisoformat(made).replace(tzinfo=None)
    except ValueError:
        moment = datetime(*_EARLIEST_IN_ZIP)
    for name, value in {
        "title": title,
        "author": program,
        "last_modified_by": program,
        "subject": subject,
        "language": language,
        "comments": "",
        "keywords": "",
    }.items():
        setattr(properties, name, clean(value)[:_LONGEST_PROPERTY])
    properties.created = properties.modified = moment
    properties.revision = 1
    relations = document.part.package.rels
    for key in [key for key, relation in relations.items() if relation.reltype.endswith("/thumbnail")]:
        del relations[key]


def dress(document: Document, language: str) -> None:
    """Black on white, one serif for the text and one sans for headings, on A4 with wide margins."""
    styles: Any = document.styles
    defaults = styles.element.find(qn("w:docDefaults")).find(qn("w:rPrDefault")).find(qn("w:rPr"))
    _language(defaults, language)
    for name, face, size, before, after in (
        ("Normal", SERIF, 11.5, 0, 6),
        ("Title", SANS, 22, 0, 12),
        ("Heading 1", SANS, 15, 24, 8),
        ("Heading 2", SANS, 12, 16, 2),
        ("List Bullet", SERIF, 11, 0, 3),
    ):
        _face(styles[name], face, size, before, after)
    for edge in styles["Title"].element.iter(qn("w:bottom")):
        edge.set(qn("w:color"), "808080")
        edge.set(qn("w:themeColor"), "none")
    styles["Normal"].paragraph_format.line_spacing = 1.15
    styles["Normal"].paragraph_format.widow_control = True
    details = styles.add_style(DETAILS, WD_STYLE_TYPE.PARAGRAPH)
    note = styles.add_style(NOTE, WD_STYLE_TYPE.PARAGRAPH)
    cell = styles.add_style(CELL, WD_STYLE_TYPE.PARAGRAPH)
    for style in (details, note, cell):
        style.base_style = styles["Normal"]
    _face(details, SANS, 9, 0, 3)
    details.font.color.rgb = _GREY
    details.paragraph_format.keep_with_next = True
    _face(cell, SERIF, 9.5, 2, 2)
    _face(note, SERIF, 10, 0, 3)
    note.paragraph_format.left_indent = _NUMBER_WIDTH
    note.paragraph_format.first_line_indent = -_NUMBER_WIDTH
    note.paragraph_format.tab_stops.add_tab_stop(_NUMBER_WIDTH)
    for section in document.sections:
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.5)
        section.top_margin = section.bottom_margin = Cm(2.5)


def _face(style: Any, face: str, size: float, before: float, after: float) -> None:  # noqa: ANN401 (a style of any kind)
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    # a theme's font would go before the one that is named
    for name in list(fonts.attrib):
        del fonts.attrib[name]
    for script in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(qn(f"w:{script}"), face)
    style.font.size = Pt(size)
    properties = style.element.rPr
    for old in properties.findall(qn("w:szCs")):
        properties.remove(old)
    # the size that scripts written from right to left have
    properties.find(qn("w:sz")).addnext(_element("w:szCs", {"w:val": str(round(size * 2))}))
    style.font.color.rgb = _BLACK
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)


def _language(properties: Any, code: str) -> None:  # noqa: ANN401 (an element of python-docx's own)
    code = code.replace("_", "-")
    known = code if _LANGUAGE.fullmatch(code) and code != "und" else "en"
    for old in properties.findall(qn("w:lang")):
        properties.remove(old)
    properties.append(_element("w:lang", {"w:val": known, "w:bidi": known}))


def number_pages(document: Document, title: str) -> None:
    """Put the title and the page's number at the foot of every page."""
    styles: Any = document.styles
    footer = styles["Footer"]
    _face(footer, SANS, 8.5, 0, 0)
    footer.paragraph_format.tab_stops.clear_all()
    footer.paragraph_format.tab_stops.add_tab_stop(_TEXT_WIDTH, WD_TAB_ALIGNMENT.RIGHT)
    line = document.sections[0].footer.paragraphs[0]
    write(line, textwrap.shorten(clean(title), _LONGEST_IN_FOOTER, placeholder=" \u2026") + "\t")
    for words, field in (("Page ", "PAGE"), (" of ", "NUMPAGES")):
        write(line, words)
        code = _element("w:fldSimple", {"w:instr": field})
        code.append(line.add_run("1")._r)
        line._p.append(code)


def tabulate(table: Table, rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
    """Fill a table of as many empty rows; the first row is the heading, also on further pages."""
    table.autofit = False
    table.alignment = WD_TABLE_ALIGNMENT.CENTER
    document: Any = table.part
    style = document.styles[CELL].style_id  # asked for once: python-docx would look through all for each cell
    for column, width in zip(table.columns, widths, strict=True):
        column.width = Cm(width)
    for number, (made, row) in enumerate(zip(table.rows, rows, strict=True)):
        for cell, text, width in zip(made.cells, row, widths, strict=True):
            cell.width = Cm(width)
            line = cell.paragraphs[0]
            line._p.style = style
            write(line, text, bold=number == 0)
            turn(line, text)
        made._tr.get_or_add_trPr().append(_element("w:cantSplit"))
    table.rows[0]._tr.get_or_add_trPr().append(_element("w:tblHeader"))


def packed(document: Document) -> bytes:
    """The file, without the time at which it was made."""
    written, timeless = BytesIO(), BytesIO()
    document.save(written)
    with ZipFile(written) as found, ZipFile(timeless, "w", ZIP_DEFLATED) as kept:
        for entry in found.infolist():
            kept.writestr(ZipInfo(entry.filename, _EARLIEST_IN_ZIP), found.read(entry), ZIP_DEFLATED)
    return timeless.getvalue()


def _element(tag: str, attributes: Mapping[str, str] = MappingProxyType({})) -> Any:  # noqa: ANN401 (an element of python-docx's own)
    made = OxmlElement(tag)
    for name, value in attributes.items():
        made.set(qn(name), value)
    return made
