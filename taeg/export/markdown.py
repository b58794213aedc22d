"""A narrative as Markdown: CommonMark with footnotes as GitHub writes them, one after every sentence.

Whatever an account says is shown as text: Markdown, HTML and links in it are escaped, its lines end where they end.
Beyond escaping: GitHub makes mentions, issue numbers and e-mail addresses clickable whatever stands before them.
"""

import re

from taeg.export.book import Book
from taeg.export.notes import Section, head, one_line, plain, told

_ANYWHERE = re.compile(r"[\\`*_\[\]<>&~|^$@{}=#!]|(?<=[Ww]{3})\.|:(?=//)")
"""What may begin or end something inside a line, in CommonMark or a common extension of it."""
_AT_THE_START = re.compile(r"\A(?:(?=[-+:%])|(\(?[0-9A-Za-z]{1,9})(?=[.)]))")
"""What makes a line a list, a rule, an underlined heading, a definition or a title block."""
_OUTER_SPACE = re.compile(r"\A\s+|\s+\Z")
HARD_BREAK = "\\\n"


def export(book: Book) -> bytes:
    """The main run of a book as Markdown."""
    narrative = told(book, book.main)
    title, about = head(book)
    blocks = [
        f"# {escaped(title)}",
        escaped(about),
        *(block for section in narrative.sections for block in _blocks(section)),
        *(f"[^{number}]: {escaped(note)}" for number, note in enumerate(narrative.notes, start=1)),
    ]
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: lines stay lines, blank ones part paragraphs."""
    paragraphs: list[list[str]] = [[]]
    for line in plain(text).split("\n"):
        if line.strip():
            paragraphs[-1].append(_line(line))
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join(HARD_BREAK.join(lines) for lines in paragraphs if lines)


def _line(line: str) -> str:
    """One line; spaces at its ends would go, or make it code, and are written by their numbers."""
    inner = _AT_THE_START.sub(lambda found: (found[1] or "") + "\\", _ANYWHERE.sub(r"\\\g<0>", line.strip()))
    begins, ends = len(line) - len(line.lstrip()), len(line.rstrip())
    return _numbered(line[:begins]) + inner + _numbered(line[ends:])


def _numbered(space: str) -> str:
    return "".join(f"&#{ord(character)};" for character in space)


def _blocks(section: Section) -> list[str]:
    heading = f"## {_inline(section.heading)}" if section.heading else ""
    editor = f"({_inline('; '.join(section.edits))})" if section.edits else ""
    words = "".join(_gap(said.gap) + f"{escaped(said.text)}[^{said.note}]" for said in section.sentences)
    return [heading, editor, words]


def _inline(text: str) -> str:
    return escaped(one_line(text))


def _gap(space: str) -> str:
    """Between sentences: a new paragraph, a new line or a space."""
    lines = plain(space).count("\n")
    return "" if not space else "\n\n" if lines > 1 else HARD_BREAK if lines == 1 else " "
