"""The narrative as a Word document: every statement with the number of a note that names its source.

Fonts, styles and page layout come from `template.docx`. Notes are at the end, since python-docx has no footnotes; the
numbers link to them. The same book gives the same bytes.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from importlib.resources import files
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from docx.shared import Cm, Pt
from docx.text.paragraph import Paragraph

from taeg.export import notes
from taeg.export.appendix import appendix
from taeg.export.book import Book
from taeg.export.docx_appendix import write_appendix
from taeg.export.docx_parts import AFTER_BIDI, add_table, add_text, clean, element, is_right_to_left, set_direction
from taeg.export.notes import NotedNarrative, Section, Statement, annotate, explained, sentence_case
from taeg.model.corpus import Event
from taeg.text.dates import readable
from taeg.text.language import ENGLISH

DETAILS, NOTE = "Event Details", "Source Note"
"""Styles of the template, in addition to Word's own."""
ADDITION = "Addition"
"""The style of what other accounts add: indented, with a line on the left."""
COLUMNS = (("Source", 5.9), ("By", 4.5), ("Date", 3.2), ("Accounts used", 2.4))
"""The table of sources: headings, and widths in centimetres. Columns without entries are left out."""

_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_MAX_PROPERTY = 255
_MAX_FOOTER = 70
_EARLIEST_IN_ZIP = (1980, 1, 1, 0, 0, 0)
_BEFORE_BIDI = ("w:shd", "w:tabs", "w:suppressAutoHyphens", "w:kinsoku", "w:wordWrap", "w:overflowPunct")


def export(book: Book) -> bytes:
    """Export the main run as a .docx file."""
    document = docx.Document(BytesIO(files(__package__).joinpath("template.docx").read_bytes()))
    _set_properties(document, book)
    _set_language(document, book.language)
    _set_footer(document, book.name)
    narrative = annotate(book)
    writer = _Writer(document)
    writer.write_opening(book, narrative)
    writer.write_narrative(book, narrative)
    writer.write_notes(narrative.notes)
    writer.write_sources(book)
    writer.write_remarks(book)
    writer.write_appendix(book)
    writer.close()
    return _packed(document)


class _Writer:
    """Adds content to a document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._end = document.add_paragraph()
        """Paragraphs are inserted before it: `add_paragraph` searches the whole document for its end."""

    def write_opening(self, book: Book, narrative: NotedNarrative) -> None:
        """Write the title and a description of the document."""
        self._paragraph(book.name, "Title")
        run, marks = book.main.run, explained(narrative)
        self._paragraph(
            f"A narrative of {_count(len(book.events), 'event')}, taken from {_count(len(book.versions), 'account')} "
            f"by {_count(len(book.sources), 'source')}. Every sentence is quoted word for word from one account; the "
            "number after a passage refers to the note with its source, citation and parallel accounts."
            f"{f' {marks}' if marks else ''}"
        )
        for name, value in (
            ("Corpus", f"{book.corpus}, profile {book.profile}"),
            ("Digest", book.digest),
            ("Accounts selected by", f"{book.main.title}, run {run.id}, {readable(run.created, ENGLISH)}"),
            ("Order of events", book.timeline),
            ("Licence", book.licence or "not stated"),
            ("Program", book.program),
        ):
            paragraph = self._paragraph("", DETAILS)
            add_text(paragraph, f"{name}: ", bold=True)
            add_text(paragraph, value)

    def write_narrative(self, book: Book, narrative: NotedNarrative) -> None:
        """Write all events in timeline order, or the passages in theirs."""
        self._paragraph("Narrative", "Heading 1")
        if not book.follows_timeline:
            for section in narrative.sections:
                self._write_section(section)
            return
        sections = {section.event: section for section in narrative.sections}
        for number, (event, versions) in enumerate(book.timeline_entries, start=1):
            self._paragraph(f"{number}. {event.name}", "Heading 2")
            self._write_details(event, book.language)
            if event.id in sections:
                self._write_section(sections[event.id])
            else:
                self._italic("Not in this narrative." if versions else "No account of this event.")

    def write_notes(self, lines: Sequence[str]) -> None:
        """Write the notes, each with a bookmark for the links to it."""
        self._paragraph("Notes", "Heading 1")
        for number, note in enumerate(lines, start=1):
            paragraph = self._paragraph("", NOTE)
            paragraph._p.append(element("w:bookmarkStart", {"w:id": str(number), "w:name": f"note{number}"}))
            paragraph._p.append(element("w:bookmarkEnd", {"w:id": str(number)}))
            add_text(paragraph, f"[{number}]\t{note}")

    def write_sources(self, book: Book) -> None:
        """Write the table of sources; its heading row is repeated on every page."""
        self._paragraph("Sources", "Heading 1")
        used = Counter(source for source, _ in {(p.source, p.version) for p in book.main.passages if p.version})
        given = Counter(version.source for version in book.versions)
        rows = [[title for title, _ in COLUMNS]]
        for source in book.sources:
            count = f"{used[source.id]} of {given[source.id]}"
            rows.append([source.title or source.id, source.author, readable(source.date, book.language), count])
        kept = [index for index in range(len(COLUMNS)) if any(row[index] for row in rows[1:])]
        rows = [[row[index] for index in kept] for row in rows]
        add_table(self._document, self._end, rows, [COLUMNS[index][1] for index in kept])

    def write_remarks(self, book: Book) -> None:
        """Write the corrections and the notes on the corpus."""
        for title, lines in (
            ("Corrections by the editor", book.corrections),
            ("Corrections that could not be applied", book.misfits),
            ("Sources with another order of events", book.contradictions),
            ("Notes on the corpus", book.notes),
        ):
            if lines:
                self._paragraph(title, "Heading 1")
                for line in lines:
                    self._paragraph(line, "List Bullet")

    def write_appendix(self, book: Book) -> None:
        """Write what is contested, with a table for each event."""
        if found := appendix(book):
            write_appendix(self._document, self._end, found)

    def close(self) -> None:
        """Remove the end mark."""
        self._document.element.body.remove(self._end._p)

    def _write_details(self, event: Event, language: str) -> None:
        """Write time and location, and the editor's changes."""
        time = readable(event.time, language)
        details = " \u00b7 ".join(part for part in (event.day, time, event.location) if part)
        if details:
            self._paragraph(details, DETAILS)
        for edit in event.edits:
            self._italic(sentence_case(edit), keep_with_next=True)

    def _write_section(self, section: Section) -> None:
        """Write the running text, and below it what other accounts add."""
        for statements in section.running:
            self._write_statements(statements)
        if section.additions:
            self._add_style()
        for statements in section.additions:
            self._write_statements(statements, ADDITION)

    def _write_statements(self, statements: notes.Paragraph, style: str | None = None) -> None:
        """Write statements one after another, each with the link to its note at its end."""
        paragraph = None
        for statement in statements:
            if paragraph is None:
                paragraph = self._paragraph("", style)
                set_direction(paragraph, statement.lead or statement.text())
            else:
                add_text(paragraph, " ")
            paragraph = self._write_words(paragraph, statement, style)
            link = element("w:hyperlink", {"w:anchor": f"note{statement.note}", "w:history": "1"})
            number = paragraph.add_run(f"[{statement.note}]")
            number.font.superscript = True
            link.append(number._r)
            paragraph._p.append(link)
            if statement.citation:
                add_text(paragraph, f" ({statement.citation})")

    def _write_words(self, paragraph: Paragraph, statement: Statement, style: str | None) -> Paragraph:
        """Write the words of a statement, with their speaker and marks, and return the last paragraph."""
        if statement.lead:
            add_text(paragraph, f"{statement.lead} ", bold=True)
        for piece in statement.pieces:
            first, *rest = _BLANK_LINES.split(clean(piece.text))
            if first:
                add_text(paragraph, first)
            for text in rest:
                paragraph = self._paragraph(text, style)
            if piece.mark:
                add_text(paragraph, f" {notes.mark(piece.mark)}", italic=True)
        return paragraph

    def _add_style(self) -> None:
        styles = self._document.styles
        if ADDITION in styles:
            return
        style = styles.add_style(ADDITION, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = styles["Normal"]
        style.font.size = Pt(10.5)
        style.paragraph_format.left_indent = Cm(1)
        borders = element("w:pBdr")
        line = {"w:val": "single", "w:sz": "8", "w:space": "8", "w:color": "A0A0A0"}
        borders.append(element("w:left", line))
        style.element.get_or_add_pPr().insert_element_before(borders, *_BEFORE_BIDI, *AFTER_BIDI)

    def _paragraph(self, text: str, style: str | None = None) -> Paragraph:
        paragraph = self._end.insert_paragraph_before(style=style)
        if text:
            add_text(paragraph, text)
            set_direction(paragraph, text)
        return paragraph

    def _italic(self, text: str, *, keep_with_next: bool = False) -> None:
        paragraph = self._paragraph("")
        paragraph.paragraph_format.keep_with_next = keep_with_next
        add_text(paragraph, text, italic=True)
        set_direction(paragraph, text)


def _set_properties(document: Document, book: Book) -> None:
    """Set the document properties, with the program as author."""
    properties = document.core_properties
    try:
        created = datetime.fromisoformat(book.main.run.created).replace(tzinfo=None)
    except ValueError:
        created = datetime(*_EARLIEST_IN_ZIP)
    for name, value in {
        "title": book.name,
        "author": book.program,
        "last_modified_by": book.program,
        "subject": f"corpus {book.corpus}, digest {book.digest}, run {book.main.run.id}",
        "language": book.language,
        "comments": "",
        "keywords": "",
    }.items():
        setattr(properties, name, clean(value)[:_MAX_PROPERTY])
    properties.created = properties.modified = created
    properties.revision = 1


def _set_language(document: Document, language: str) -> None:
    code = language.replace("_", "-")
    known = code if _LANGUAGE.fullmatch(code) and code != "und" else "en"
    for default in document.styles.element.iter(qn("w:lang")):
        default.set(qn("w:val"), known)
        default.set(qn("w:bidi"), known)


def _set_footer(document: Document, title: str) -> None:
    """Put the title before the page number at the foot of every page."""
    text = textwrap.shorten(clean(title), _MAX_FOOTER, placeholder=" \u2026")
    run = document.sections[0].footer.paragraphs[0].runs[0]
    run.text = f"{text}\t"
    run.font.rtl = is_right_to_left(text) or None


def _packed(document: Document) -> bytes:
    """The file, without modification times."""
    saved, timeless = BytesIO(), BytesIO()
    document.save(saved)
    with ZipFile(saved) as old, ZipFile(timeless, "w", ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(ZipInfo(entry.filename, _EARLIEST_IN_ZIP), old.read(entry), ZIP_DEFLATED)
    return timeless.getvalue()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
