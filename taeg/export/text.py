"""A narrative as plain text: the number of a note after every passage, the notes at the end.

Accounts are indented, so that none of their lines can be taken for a heading or a note. UTF-8, with line feeds and
tabs as the only control characters.
"""

import re
import textwrap

from taeg.export.book import Book
from taeg.export.notes import Section, annotate, head, one_line, plain

INDENT = "    "
_LIKE_A_MARK = re.compile(r"(?<!\[)\[++(?=\d)")
"""All brackets before a number."""


def export(book: Book) -> bytes:
    """Export the main run as plain text."""
    narrative = annotate(book)
    brackets = 1 + max((len(found) for p in book.main.passages for found in _LIKE_A_MARK.findall(p.text)), default=0)
    title, about = head(book)
    blocks = [
        f"{title}\n{about}\nThe number after a passage, such as {mark(1, brackets)}, refers to a note at the end that "
        "names its source.",
        *(block for section in narrative.sections for block in _blocks(section, brackets)),
        "Notes",
        "\n".join(f"{mark(number, brackets)} {note}" for number, note in enumerate(narrative.notes, start=1)),
    ]
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def mark(number: int, brackets: int = 1) -> str:
    """The number of a note, in more brackets than any account has around a number."""
    return "[" * brackets + str(number) + "]" * brackets


def _blocks(section: Section, brackets: int) -> list[str]:
    edits = f"\n({one_line('; '.join(section.edits))})" if section.edits else ""
    text = " ".join(f"{passage.text} {mark(passage.note, brackets)}" for passage in section.passages)
    return [section.heading + edits, textwrap.indent(plain(text), INDENT)]
