"""Text, paragraphs and tables of Word documents, with the direction of their script."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from docx.document import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm
from docx.table import Table
from docx.text.paragraph import Paragraph
from docx.text.run import Run

CELL = "Table Text"
"""The style of texts in tables."""

_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_UNWANTED = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202d\u202e]")
AFTER_BIDI = (
    *("w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:contextualSpacing", "w:mirrorIndents"),
    *("w:suppressOverlap", "w:jc", "w:textDirection", "w:textAlignment", "w:textboxTightWrap", "w:outlineLvl"),
    *("w:divId", "w:cnfStyle", "w:rPr", "w:sectPr", "w:pPrChange"),
)
"""Elements that follow `w:bidi` in the schema of paragraph properties."""


def clean(text: str) -> str:
    """A text with line feeds as line ends, without control characters and directional overrides."""
    return _UNWANTED.sub("", _LINE_END.sub("\n", text))


def add_text(paragraph: Paragraph, text: str, *, bold: bool = False, italic: bool = False) -> Run:
    """Add a run; complex scripts have separate properties for bold and italic."""
    run = paragraph.add_run(clean(text))
    if bold:
        run.font.bold = run.font.cs_bold = True
    if italic:
        run.font.italic = run.font.cs_italic = True
    if is_right_to_left(text):
        run.font.rtl = True
    return run


def set_direction(paragraph: Paragraph, text: str) -> None:
    """Set a paragraph from right to left if its text is."""
    if is_right_to_left(text):
        paragraph._p.get_or_add_pPr().insert_element_before(element("w:bidi"), *AFTER_BIDI)


def is_right_to_left(text: str) -> bool:
    """Whether the first character with a direction is written from right to left."""
    directions = (unicodedata.bidirectional(c) for c in text)
    return next((found in ("R", "AL") for found in directions if found in ("L", "R", "AL")), False)


def add_table(document: Document, before: Paragraph, rows: Sequence[Sequence[str]], widths: Sequence[float]) -> Table:
    """Add a table before a paragraph and return it; its first row is a heading that is repeated on every page.

    Widths are in centimetres. Rows are not broken across pages.
    """
    table: Table = document.add_table(len(rows), len(widths), "Table Grid")
    style = document.styles[CELL].style_id  # by name it is searched in all styles
    before._p.addprevious(table._tbl)
    table.autofit = False
    table.alignment = WD_TABLE_ALIGNMENT.CENTER
    for column, width in zip(table.columns, widths, strict=True):
        column.width = Cm(width)
    for number, (row, texts) in enumerate(zip(table.rows, rows, strict=True)):
        for cell, text, width in zip(row.cells, texts, widths, strict=True):
            cell.width = Cm(width)
            cell.paragraphs[0]._p.style = style
            add_text(cell.paragraphs[0], text, bold=number == 0)
            set_direction(cell.paragraphs[0], text)
        row._tr.get_or_add_trPr().append(element("w:cantSplit"))
    table.rows[0]._tr.get_or_add_trPr().append(element("w:tblHeader"))
    return table


def element(tag: str, attributes: dict[str, str] | None = None) -> Any:  # noqa: ANN401 (untyped)
    """Make an element with attributes."""
    made = OxmlElement(tag)
    for name, value in (attributes or {}).items():
        made.set(qn(name), value)
    return made
