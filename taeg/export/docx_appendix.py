"""The appendix of a Word document: a table of contested facts for each event, corrections and copies."""

from collections.abc import Sequence
from typing import Any

from docx.document import Document
from docx.text.paragraph import Paragraph

from taeg.export.appendix import INTRODUCTION, NONE_FOUND, TITLE, Appendix, Entry, Quotation
from taeg.export.docx_parts import CELL, add_table, add_text, element, set_direction

FACTS = (("Fact", 2.9), ("Value", 1.9), ("Who says so", 4.2), ("Words", 4.8), ("Remarks", 2.2))
CORRECTIONS = (("Who corrects", 4.0), ("What", 3.2), ("Words", 4.8), ("Of", 4.0))
COPIES = (("Account", 6.5), ("Repeats", 6.5), ("Share of its wording", 3.0))
"""The tables: headings, and widths in centimetres."""
FACT, WORDS, PREFERRED = 0, 3, "preferred"
"""The column with the fact, that with the words, and the remark on what is preferred."""


def write_appendix(document: Document, end: Paragraph, found: Appendix) -> None:
    """Write the appendix before a paragraph."""
    writer = _Writer(document, end)
    writer.paragraph(TITLE, "Heading 1").paragraph_format.page_break_before = True
    writer.paragraph(INTRODUCTION if found.events else NONE_FOUND)
    for heading, entries in found.events:
        writer.paragraph(heading, "Heading 2")
        writer.facts(entries)
    if found.corrections:
        writer.paragraph("Corrections by the accounts themselves", "Heading 2")
        rows = [[c.who, c.what, "", c.of] for c in found.corrections]
        writer.table(CORRECTIONS, rows, 2, [c.quotation for c in found.corrections])
    if found.copies:
        writer.paragraph("Accounts that repeat others", "Heading 2")
        writer.table(COPIES, [[c.who, c.original, c.share] for c in found.copies])


class _Writer:
    def __init__(self, document: Document, end: Paragraph) -> None:
        self._document = document
        self._end = end

    def paragraph(self, text: str, style: str | None = None) -> Paragraph:
        """Add a paragraph."""
        paragraph = self._end.insert_paragraph_before(style=style)
        add_text(paragraph, text)
        set_direction(paragraph, text)
        return paragraph

    def facts(self, entries: Sequence[Entry]) -> None:
        """Add the table of an event: a row for each side, the cell of the fact joined over its rows."""
        rows, quotations, first = [], [], []
        for entry in entries:
            for number, row in enumerate(entry.rows):
                fact = f"{entry.name} ({entry.tier})" if number == 0 else ""
                preferred = [PREFERRED] if row.is_preferred else []
                rows.append([fact, row.value, row.who, "", ", ".join((*preferred, *row.remarks))])
                quotations.append(row.quotation)
                first.append(entry if number == 0 else None)
        cells = self.table(FACTS, rows, WORDS, quotations)
        for row_cells, begun in zip(cells, first, strict=True):
            merged = element("w:vMerge", {"w:val": "restart"} if begun else {})
            properties = row_cells[FACT]._tc.get_or_add_tcPr()
            properties.insert_element_before(merged, "w:tcBorders", "w:shd", "w:noWrap", "w:tcMar", "w:vAlign")
            if begun and begun.verdict:
                paragraph = row_cells[FACT].add_paragraph(style=CELL)
                add_text(paragraph, begun.verdict, italic=True)
                set_direction(paragraph, begun.verdict)

    def table(
        self,
        columns: Sequence[tuple[str, float]],
        rows: Sequence[Sequence[str]],
        quoted: int = 0,
        quotations: Sequence[Quotation] = (),
    ) -> list[Sequence[Any]]:
        """Add a table, with quotations in one of its columns, and return the cells below the heading."""
        texts = [[title for title, _ in columns], *rows]
        table = add_table(self._document, self._end, texts, [width for _, width in columns])
        cells = [row.cells for row in table.rows][1:]
        for row, quotation in zip(cells, quotations, strict=False):
            paragraph = row[quoted].paragraphs[0]
            add_text(paragraph, quotation.before)
            add_text(paragraph, quotation.words, bold=True)
            add_text(paragraph, quotation.after)
            set_direction(paragraph, quotation.text)
        return cells
