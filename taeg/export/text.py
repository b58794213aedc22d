"""A narrative as plain text: the number of a note after every statement, the notes at the end.

Accounts are indented, so that none of their lines can be taken for a heading or a note. UTF-8, with line feeds and
tabs as the only control characters.
"""

import textwrap
from collections.abc import Iterator

from taeg.export.appendix import INTRODUCTION, NONE_FOUND, TITLE, Entry, Row, appendix
from taeg.export.book import Book
from taeg.export.notes import Paragraph, Section, annotate, count_brackets, explained, head, mark, one_line, plain

INDENT = "    "


def export(book: Book) -> bytes:
    """Export the main run as plain text."""
    narrative = annotate(book)
    brackets = count_brackets(book)
    title, about = head(book)
    marks = explained(narrative, brackets)
    blocks = [
        f"{title}\n{about}\nThe number after a passage, such as {mark(1, brackets)}, refers to a note at the end that "
        f"names its source.{f' {marks}' if marks else ''}",
        *(block for section in narrative.sections for block in _blocks(section, brackets)),
        "Notes",
        "\n".join(f"{mark(number, brackets)} {note}" for number, note in enumerate(narrative.notes, start=1)),
        *_appendix(book),
    ]
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def _blocks(section: Section, brackets: int) -> list[str]:
    edits = f"\n({one_line('; '.join(section.edits))})" if section.edits else ""
    return [
        section.heading + edits,
        *(textwrap.indent(_paragraph(paragraph, brackets), INDENT) for paragraph in section.running),
        *(textwrap.indent(_paragraph(paragraph, brackets), 2 * INDENT) for paragraph in section.additions),
    ]


def _paragraph(paragraph: Paragraph, brackets: int) -> str:
    words = []
    for one in paragraph:
        lead, citation = one.lead and f"{one.lead} ", one.citation and f" ({one.citation})"
        words.append(f"{lead}{one.text(brackets)} {mark(one.note, brackets)}{citation}")
    return plain(" ".join(words))


def _appendix(book: Book) -> Iterator[str]:
    """What is contested, by event; corrections and copies."""
    found = appendix(book)
    if found is None:
        return
    yield f"{TITLE}\n{INTRODUCTION if found.events else NONE_FOUND}"
    for heading, entries in found.events:
        yield heading
        yield from (textwrap.indent(_entry(entry), INDENT) for entry in entries)
    if found.corrections:
        yield "Corrections by the accounts themselves"
        for one in found.corrections:
            of = f" of {one.of}" if one.of else ""
            line = f'{one.who} {one.what}{of}: "{one.quotation.text}"'
            yield textwrap.indent(one_line(line), INDENT)
    if found.copies:
        yield "Accounts that repeat others"
        lines = (f"{one.who}: {one.share} of its wording is in {one.original}" for one in found.copies)
        yield textwrap.indent("\n".join(map(one_line, lines)), INDENT)


def _entry(entry: Entry) -> str:
    lines = [one_line(f"{entry.name} ({entry.tier})"), *(f"- {_row(row)}" for row in entry.rows)]
    return "\n".join((*lines, one_line(entry.verdict)) if entry.verdict else lines)


def _row(row: Row) -> str:
    remarks = (*row.remarks, *(["preferred"] if row.is_preferred else []))
    quoted = f'{row.value}: {row.who}: "{row.quotation.text}"'
    return one_line(f"{quoted} ({', '.join(remarks)})" if remarks else quoted)
