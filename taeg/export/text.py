"""A narrative as plain text: the number of a note after every sentence, the notes at the end.

What accounts say is indented, so that no line of theirs can be taken for a heading or a note. UTF-8, without other
control characters than line feeds and tabs.
"""

import re
import textwrap

from taeg.export.book import Book
from taeg.export.notes import Section, head, one_line, plain, told

INDENT = "    "
_LIKE_A_MARK = re.compile(r"(?<!\[)\[++(?=\d)")
"""All brackets before a number; none is looked at again where no number follows."""


def export(book: Book) -> bytes:
    """The main run of a book as plain text."""
    narrative = told(book, book.main)
    brackets = 1 + max((len(found) for p in book.main.passages for found in _LIKE_A_MARK.findall(p.text)), default=0)
    title, about = head(book)
    blocks = [
        f"{title}\n{about}\n"
        f"The number after a sentence, such as {mark(1, brackets)}, is that of a note at the end, saying whose it is.",
        *(block for section in narrative.sections for block in _blocks(section, brackets)),
        "Notes",
        "\n".join(f"{mark(number, brackets)} {note}" for number, note in enumerate(narrative.notes, start=1)),
    ]
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def mark(number: int, brackets: int = 1) -> str:
    """The number of a note, in as many brackets as no account has around a number."""
    return "[" * brackets + str(number) + "]" * brackets


def _blocks(section: Section, brackets: int) -> list[str]:
    editor = f"\n({one_line('; '.join(section.edits))})" if section.edits else ""
    words = "".join(f"{said.gap}{said.text} {mark(said.note, brackets)}" for said in section.sentences)
    return [section.heading + editor, textwrap.indent(plain(words), INDENT)]
