"""A narrative as plain text: the number of a note after every statement, the notes at the end.

Accounts are indented, so that none of their lines can be taken for a heading or a note. UTF-8, with line feeds and
tabs as the only control characters.
"""

import textwrap

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
