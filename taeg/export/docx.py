"""The narrative as a Word document to hand in: every sentence with the number of a note that says who said it, where.

Notes stand at the end, one for each account that is told, since python-docx has no footnotes; the numbers in the text
lead to them. The same book gives the same bytes. Not for the accounts that are not told.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from taeg.base.errors import InputError
from taeg.consolidate.narrative import Passage
from taeg.export.book import Book, Happening
from taeg.export.prose import Placed, placed, quotes

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

MISSING = "DOCX needs python-docx: pip install python-docx"
COLUMNS = (("Source", 6.5), ("By", 4.7), ("Date", 2.4), ("Accounts told", 2.4))
"""Of the table of sources, with their widths in centimetres."""


def export(book: Book) -> bytes:
    """The book's main run as a .docx file."""
    try:
        import docx
    except ImportError:
        raise InputError(MISSING) from None
    from taeg.export import word_file as wordfile

    document = docx.Document()
    subject = f"corpus {book.corpus}, digest {book.digest}, run {book.main.id}"
    wordfile.describe(document, book.name, book.program, subject, book.language, book.main.created)
    wordfile.dress(document, book.language)
    wordfile.number_pages(document, book.name)
    writer = _Writer(document)
    writer.opening(book)
    writer.narrative(book)
    writer.notes()
    writer.sources(book)
    writer.remarks(book)
    writer.close()
    return wordfile.packed(document)


class _Writer:
    """A document in the making, and the numbers given to accounts so far."""

    def __init__(self, document: "Document") -> None:
        from taeg.export import word_file as wordfile

        self._document = document
        self._word = wordfile
        self._styles = wordfile.style_ids(document)
        self._end = document.add_paragraph()
        """Before it all others are put: python-docx would look for the end of the document for each."""
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._cited: list[Passage] = []

    def opening(self, book: Book) -> None:
        """Title, and what this document is."""
        self._paragraph(book.name, "Title")
        run, quoting = book.main, quotes(book)
        accounts = _count(sum(len(h.accounts) for h in book.happenings), "account")
        self._paragraph(
            f"{'Sentences about' if quoting else 'One narrative of'} {_count(len(book.happenings), 'event')}, "
            f"taken from {accounts} by "
            f"{_count(len(book.tellers), 'source')}. Every sentence is quoted word for word from one account; the "
            "number after it leads to the note that says whose account it is and where it stands."
        )
        for name, value in (
            ("Corpus", f"{book.corpus} (digest {book.digest}, profile {book.profile})"),
            (
                "Sentences chosen by" if quoting else "Accounts chosen by",
                f"strategy {run.strategy} (run {run.id}, {_readable(run.created)})",
            ),
            ("Order of events", book.timeline),
            ("Licence", book.licence or "none is named"),
            ("Program", book.program),
        ):
            line = self._paragraph("", self._word.DETAILS)
            self._word.write(line, f"{name}: ", bold=True)
            self._word.write(line, value)

    def narrative(self, book: Book) -> None:
        """The events in order, or the sentences of a run that quotes."""
        self._heading("Narrative", 1)
        sentences = placed(book.main)
        if quotes(book):
            for quoted, found in zip(book.main.passages, sentences, strict=True):
                self._passage(quoted, found)
            return
        by_event = {p.event: i for i, p in enumerate(book.main.passages)}
        for number, happening in enumerate(book.happenings, start=1):
            self._heading(f"{number}. {happening.title or happening.id}", 2)
            place = by_event.get(happening.id)
            passage = None if place is None else book.main.passages[place]
            self._details(happening, passage.teller if passage and passage.source else "")
            if passage and place is not None:
                self._passage(passage, sentences[place])
            else:
                self._italic("Not told in this run." if happening.accounts else "Nobody tells this event.")

    def notes(self) -> None:
        """Who said what the numbers stand beside."""
        self._heading("Notes", 1)
        for number, passage in enumerate(self._cited, start=1):
            line = self._paragraph("", self._word.NOTE)
            self._word.mark(line, number)
            self._word.write(line, f"[{number}]\t")
            if not passage.source:
                self._word.write(line, "Told by nobody: the title of the event stands for it.")
                continue
            self._word.write(line, passage.source_title or passage.source, bold=True)
            given = f"given {_readable(passage.time)}" if passage.time else ""
            told = f"account {passage.version}" if passage.version else "in no account of an event"
            parts = [part for part in (passage.reference, given, told) if part]
            self._word.write(line, "".join(f", {part}" for part in parts) + ".")

    def sources(self, book: Book) -> None:
        """A table of everybody who tells something."""
        self._heading("Sources", 1)
        told = Counter(passage.source for passage in self._cited)
        given = Counter(account.source for happening in book.happenings for account in happening.accounts)
        rows = [tuple(title for title, _ in COLUMNS)]
        for teller in book.tellers:
            count = f"{told[teller.id]} of {given[teller.id]}"
            rows.append((teller.title or teller.id, teller.author, _readable(teller.date), count))
        table = self._document.add_table(rows=len(rows), cols=len(COLUMNS), style="Table Grid")
        table._tbl.addnext(self._end._p)
        self._word.tabulate(table, rows, [width for _, width in COLUMNS])

    def remarks(self, book: Book) -> None:
        """What the editor did, and what else a reader should know."""
        for title, lines in (
            ("The editor's corrections", book.corrections),
            ("Corrections that do not fit and changed nothing", book.misfits),
            ("Where a source tells things in another order", book.contradictions),
            ("Notes on the corpus", book.notes),
        ):
            if lines:
                self._heading(title, 1)
                for line in lines:
                    self._paragraph(line, "List Bullet")

    def close(self) -> None:
        """Take away what only marked the end."""
        self._document.element.body.remove(self._end._p)

    def _details(self, happening: Happening, teller: str) -> None:
        """When, where and who in one paragraph: LibreOffice tears longer chains of them from their heading."""
        known = [part for part in (happening.day, _readable(happening.time), happening.location) if part]
        lines = [line for line in (" \u00b7 ".join(known), teller) if line]
        if lines:
            self._paragraph("\n".join(lines), self._word.DETAILS)
        for edit in happening.edits:
            self._italic(edit[:1].upper() + edit[1:], keep=True)

    def _passage(self, passage: Passage, sentences: Sequence[Placed]) -> None:
        number = self._number(passage)
        line = self._paragraph("")
        self._word.turn(line, passage.text)
        for sentence in sentences:
            if sentence.before.count("\n") > 1:
                line = self._paragraph("")
                self._word.turn(line, passage.text)
            elif sentence.before:
                self._word.write(line, sentence.before)
            self._word.write(line, sentence.text)
            self._word.refer(line, number)

    def _number(self, passage: Passage) -> int:
        """The number of the account a passage comes from, a new one where it is met first."""
        key = (passage.event, passage.source, passage.version)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            self._cited.append(passage)
        return self._numbers[key]

    def _paragraph(self, text: str, style: str = "Normal") -> "Paragraph":
        line = self._end.insert_paragraph_before()
        if style != "Normal":
            line._p.style = self._styles[style]
        if text:
            self._word.write(line, text)
            self._word.turn(line, text)
        return line

    def _heading(self, text: str, level: int) -> None:
        self._paragraph(text, f"Heading {level}")

    def _italic(self, text: str, *, keep: bool = False) -> None:
        line = self._paragraph("")
        line.paragraph_format.keep_with_next = keep
        self._word.write(line, text, italic=True)
        self._word.turn(line, text)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _readable(time: str) -> str:
    """A time for the eye: the date, and the time of day after a space."""
    return time.replace("T", " ")
