"""A narrative as Markdown: CommonMark with GitHub's footnotes, one after every statement.

Accounts are shown as text: Markdown, HTML and links in them are escaped, and their line ends are kept. What cannot be
escaped: GitHub turns mentions, issue numbers and e-mail addresses into links.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from taeg.export.appendix import INTRODUCTION, NONE_FOUND, TITLE, Entry, Quotation, appendix
from taeg.export.book import Book
from taeg.export.notes import Paragraph, Section, annotate, count_brackets, explained, head, one_line, plain

_ANYWHERE = re.compile(r"[\\`*_\[\]<>&~|^$@{}=#!]|(?<=[Ww]{3})\.|:(?=//)")
"""Inline markup of CommonMark and common extensions."""
_AT_THE_START = re.compile(r"\A(?:(?=[-+:%])|(\(?[0-9A-Za-z]{1,9})(?=[.)]))")
"""Markup at the start of a line: lists, rules, underlined headings, definitions, title blocks."""
HARD_BREAK = "\\\n"
FACTS = ("Fact", "Value", "Who says so", "Words", "Remarks")
CORRECTIONS = ("Who corrects", "What", "Words", "Of")
COPIES = ("Account", "Repeats", "Share of its wording")
"""The columns of the tables of the appendix."""


def export(book: Book) -> bytes:
    """Export the main run as Markdown."""
    narrative = annotate(book)
    title, about = head(book)
    brackets = count_brackets(book)
    blocks = [
        f"# {escaped(title)}",
        escaped(about),
        escaped(explained(narrative, brackets)),
        *(block for section in narrative.sections for block in _blocks(section, brackets)),
        *(f"[^{number}]: {escaped(note)}" for number, note in enumerate(narrative.notes, start=1)),
        *_appendix(book),
    ]
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def escaped(text: str) -> str:
    """Escape a text; its line ends are kept, and blank lines separate paragraphs."""
    paragraphs: list[list[str]] = [[]]
    for line in plain(text).split("\n"):
        if line.strip():
            paragraphs[-1].append(_line(line))
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join(HARD_BREAK.join(lines) for lines in paragraphs if lines)


def _line(line: str) -> str:
    """Escape one line; spaces at its ends become character references, so that they are kept and do not mark code."""
    inner = _AT_THE_START.sub(lambda found: (found[1] or "") + "\\", _ANYWHERE.sub(r"\\\g<0>", line.strip()))
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    return _references(line[:start]) + inner + _references(line[end:])


def _references(space: str) -> str:
    return "".join(f"&#{ord(character)};" for character in space)


def _blocks(section: Section, brackets: int) -> list[str]:
    heading = f"## {_inline(section.heading)}" if section.heading else ""
    edits = f"({_inline('; '.join(section.edits))})" if section.edits else ""
    running = [_paragraph(paragraph, brackets) for paragraph in section.running]
    additions = [re.sub("^", "> ", _paragraph(p, brackets), flags=re.MULTILINE) for p in section.additions]
    return [heading, edits, *running, *additions]


def _paragraph(paragraph: Paragraph, brackets: int) -> str:
    words = []
    for one in paragraph:
        lead, citation = one.lead and f"**{_inline(one.lead)}** ", one.citation and f" ({_inline(one.citation)})"
        words.append(f"{lead}{escaped(one.text(brackets))}[^{one.note}]{citation}")
    return " ".join(words)


def _inline(text: str) -> str:
    """Escape a text that does not begin a line."""
    return _ANYWHERE.sub(r"\\\g<0>", one_line(text))


def _appendix(book: Book) -> Iterator[str]:
    """What is contested, as a table for each event; corrections and copies."""
    found = appendix(book)
    if found is None:
        return
    yield f"## {TITLE}"
    yield escaped(INTRODUCTION if found.events else NONE_FOUND)
    for heading, entries in found.events:
        yield f"### {_inline(heading)}"
        yield _table(FACTS, (row for entry in entries for row in _rows(entry)))
    if found.corrections:
        yield "### Corrections by the accounts themselves"
        rows = ((_inline(c.who), _inline(c.what), _quoted(c.quotation), _inline(c.of)) for c in found.corrections)
        yield _table(CORRECTIONS, rows)
    if found.copies:
        yield "### Accounts that repeat others"
        yield _table(COPIES, ((_inline(c.who), _inline(c.original), c.share) for c in found.copies))


def _rows(entry: Entry) -> Iterator[Sequence[str]]:
    """A row for each side; the fact and what is decided about it are in the first."""
    fact = f"{_inline(entry.name)} ({entry.tier})" + (f"; {_inline(entry.verdict)}" if entry.verdict else "")
    for row in entry.rows:
        remarks = (*row.remarks, *(["**preferred**"] if row.is_preferred else []))
        yield fact, _inline(row.value), _inline(row.who), _quoted(row.quotation), ", ".join(remarks)
        fact = ""


def _quoted(quotation: Quotation) -> str:
    """A quotation with its words in bold type, if they begin and end with letters or digits."""
    words = _inline(quotation.words)
    if not words:
        return _inline(quotation.text)
    if words[0].isalnum() and words[-1].isalnum():
        words = f"**{words}**"
    before, after = _inline(quotation.before), _inline(quotation.after)
    spaces = (" " if quotation.before[-1:].isspace() else "", " " if quotation.after[:1].isspace() else "")
    return f"{before}{spaces[0]}{words}{spaces[1]}{after}"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
