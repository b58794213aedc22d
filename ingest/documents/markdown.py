"""Markdown and plain text as blocks: front matter, headings, paragraphs, fenced code.

Not for what the headings mean (`ingest.documents`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest import plain_yaml as plainyaml
from ingest.documents.blocks import BRACKET_LEVEL, BRACKETED, HEADING, Block, Line, Names, unclosed
from ingest.files import decode, kind, read_bytes
from taeg.base.errors import InputError, Problems, nearest, quoted

DOCUMENT_FIELDS = ("id", "title", "date", "author", "language", "lang", "order")
"""What front matter may say of the source; other keys are remarked on and left out."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_NEARLY = re.compile(r" {0,3}#{1,6}([^\s#]\S*)\s*")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*")
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
_LISTED = re.compile(r"\s*(?:[-+*>|]|[0-9]+[.)])(?:\s|$)|\s*[>|]")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


@dataclass(frozen=True, slots=True)
class Written:
    """The blocks of a file, and what its front matter says, with the places."""

    blocks: Sequence[Block]
    fields: dict[str, str]
    places: dict[str, str]


def read(path: Path, names: Names, problems: Problems) -> Written:
    """Read Markdown or plain text; `names` are those that a heading may have."""
    content = read_bytes(path, advice="divide it")
    if what := kind(content):
        raise InputError(f"{str(path)!r} is {what}, not text; give it its own suffix, or save it as text")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in content[:2]:
        raise InputError(f"{str(path)!r} is UTF-16; save it as UTF-8")
    lines = _LINE_END.split(decode(content, "utf-8-sig", path))
    begins, fields, places = _front_matter(lines, path, problems)
    written = [Line(line, f"{path}:{number}") for number, line in enumerate(lines[begins:], begins + 1)]
    blocks = list(_text_blocks(written, path.suffix.casefold() == ".txt", names, problems))
    if not blocks:
        besides = " but for its front matter" if begins else ""
        problems.fault(f"the file is empty{besides}; write a heading and a text for each event", str(path))
    elif not any(block.level for block in blocks):
        brackets = " (or '[arrival]')" if path.suffix.casefold() == ".txt" else ""
        problems.fault(
            f"no heading stands in the file; put a line '# arrival'{brackets} with the event's id above each text",
            blocks[0].place,
        )
        blocks = []
    return Written(blocks, fields, places)


def _front_matter(lines: Sequence[str], path: Path, problems: Problems) -> tuple[int, dict[str, str], dict[str, str]]:
    """How many lines the front matter takes, its fields, and their places."""
    if lines[0].rstrip() != "---":
        return 0, {}, {}
    end = next((number for number, line in enumerate(lines) if number and line.rstrip() == "---"), 0)
    if not end:
        raise InputError("the front matter is never closed; put a line '---' beneath it", f"{path}:1")
    fields: dict[str, str] = {}
    places: dict[str, str] = {}
    node = plainyaml.load("\n".join(lines[1:end]), path, first_line=2)
    if node is None:
        return end + 1, fields, places
    if not isinstance(node, plainyaml.Fields):
        problems.fault("the front matter is not made of fields; write 'key: value' in each line", node.place)
        return end + 1, fields, places
    for key, value in node.values.items():
        name, place = key.strip().casefold(), node.places[key]
        if name not in DOCUMENT_FIELDS:
            hint = nearest(name, DOCUMENT_FIELDS) or f"; used are {', '.join(DOCUMENT_FIELDS)}"
            problems.remark(f"{quoted(key)} in the front matter is not used{hint}", place)
        elif not isinstance(value, plainyaml.Text):
            problems.fault(f"{key!r} in the front matter is a list or has fields of its own; write one text", place)
        elif name in places:
            problems.fault(f"{key!r} is given twice (first: {places[name]}); keep one of them", place)
        else:
            places[name] = place
            if value.value.strip():
                fields[name] = " ".join(value.value.split())
    return end + 1, fields, {name: places[name] for name in fields}


def _text_blocks(lines: Iterable[Line], plain: bool, names: Names, problems: Problems) -> Iterator[Block]:
    """The headings and paragraphs of Markdown; `plain` text has bracketed headings and no underlined ones."""
    paragraph: list[Line] = []

    def flushed(level: int = 0) -> Iterator[Block]:
        if paragraph:
            yield Block(tuple(paragraph), level)
            paragraph.clear()

    for line, code in _with_code(lines, problems):
        if not line.text.strip():
            yield from flushed()
        elif code:
            paragraph.append(line)
        elif heading := HEADING.fullmatch(line.text):
            yield from flushed()
            yield Block((replace(line, text=unclosed(heading[2])),), len(heading[1]))
        elif plain and BRACKETED.fullmatch(line.text):
            yield from flushed()
            yield Block((line,), BRACKET_LEVEL)
        elif not plain and paragraph and _underlines(line, paragraph, problems):
            yield from flushed(1 if "=" in line.text else 2)
        elif not plain and _RULE.fullmatch(line.text):
            yield from flushed()
        else:
            _nearly_heading(line, names, problems)
            paragraph.append(line)
    yield from flushed()


def _with_code(lines: Iterable[Line], problems: Problems) -> Iterator[tuple[Line, bool]]:
    """Each line, and whether it belongs to a fenced code block."""
    fence: Line | None = None
    marks = ""
    for line in lines:
        if fence is not None:
            yield line, True
            if _closes(line.text, marks):
                fence = None
        elif found := _FENCE.match(line.text):
            yield line, True
            fence, marks = line, found[1]
        else:
            yield line, False
    if fence is not None:
        problems.fault("the code block that begins here is never closed; close it with the same marks", fence.place)


def _closes(line: str, marks: str) -> bool:
    closing = line.strip()
    return len(closing) >= len(marks) and closing == marks[0] * len(closing)


def _underlines(line: Line, paragraph: Sequence[Line], problems: Problems) -> bool:
    """Whether the line makes the one above it a heading; beneath a list, a quotation or a table it does not."""
    if not _UNDERLINE.fullmatch(line.text) or _LISTED.match(paragraph[-1].text):
        return False
    if len(paragraph) > 1:
        problems.fault(
            f"{line.text.strip()[:10]!r} directly beneath a text of several lines makes all of it a heading; "
            "put a blank line above it, or above the heading",
            line.place,
        )
    return True


def _nearly_heading(line: Line, names: Names, problems: Problems) -> None:
    """Speak of `#arrival`, which is no heading without a blank: a fault where the event is known, else a remark."""
    if nearly := _NEARLY.fullmatch(line.text):
        words = f"{quoted(line.text.strip())} is no heading; put a blank after '#'"
        if names.called(nearly[1]):
            problems.fault(words, line.place)
        else:
            problems.remark(f"{words} if it is to be one", line.place)
