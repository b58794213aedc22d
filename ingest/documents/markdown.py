"""Conversion of Markdown and plain text to blocks: front matter, headings, paragraphs, fenced code."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ingest import plain_yaml
from ingest.documents.blocks import (
    BRACKET_LEVEL,
    BRACKETED,
    HEADING,
    Block,
    Content,
    EventNames,
    Line,
    strip_closing_marks,
)
from ingest.files import decode, kind, read_bytes
from taeg.base.errors import InputError, Problems, nearest, quoted

DOCUMENT_FIELDS = ("id", "title", "date", "author", "language", "lang", "order")
"""Fields used from front matter; others are ignored with a remark."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_MISSING_SPACE = re.compile(r" {0,3}#{1,6}([^\s#]\S*)\s*")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*")
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
_LISTED = re.compile(r"\s*(?:[-+*>|]|[0-9]+[.)])(?:\s|$)|\s*[>|]")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


def read(path: Path, names: EventNames, problems: Problems) -> Content:
    """Read Markdown or plain text."""
    content = read_bytes(path, advice="divide it")
    if what := kind(content):
        raise InputError(f"{str(path)!r} is {what}, not text; give it its own suffix, or save it as text")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in content[:2]:
        raise InputError(f"{str(path)!r} is UTF-16; save it as UTF-8")
    plain = path.suffix.casefold() == ".txt"
    lines = _LINE_END.split(decode(content, "utf-8-sig", path))
    first = _front_matter_length(lines, path)
    fields = _front_matter("\n".join(lines[1 : first - 1]), path, problems) if first else {}
    written = [Line(line, f"{path}:{number}", number) for number, line in enumerate(lines[first:], first + 1)]
    blocks = list(_text_blocks(written, plain, names, problems))
    example = "a line '# arrival' (or '[arrival]')" if plain else "a line '# arrival'"
    return Content(blocks, fields, example, unit="line")


def _front_matter_length(lines: Sequence[str], path: Path) -> int:
    """Return the number of lines of the front matter, including the lines `---`."""
    if lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:], start=2):
        if line.rstrip() == "---":
            return number
    raise InputError("the front matter is not closed; put a line '---' below it", f"{path}:1")


def _front_matter(text: str, path: Path, problems: Problems) -> dict[str, Line]:
    """Return the fields of the front matter."""
    node = plain_yaml.load(text, path, first_line=2)
    if node is None:
        return {}
    if not isinstance(node, plain_yaml.Fields):
        problems.fault("the front matter has no fields; write 'key: value' in each line", node.origin)
        return {}
    fields: dict[str, Line] = {}
    for key, value in node.values.items():
        name, origin = key.strip().casefold(), node.origins[key]
        if name not in DOCUMENT_FIELDS:
            hint = nearest(name, DOCUMENT_FIELDS) or f"; used are {', '.join(DOCUMENT_FIELDS)}"
            problems.remark(f"{quoted(key)} in the front matter is not used{hint}", origin)
        elif not isinstance(value, plain_yaml.Text):
            problems.fault(f"{key!r} in the front matter is a list or a mapping; write a text", origin)
        elif name in fields:
            problems.fault(f"{key!r} is given twice (first: {fields[name].origin}); keep one of them", origin)
        else:
            fields[name] = Line(" ".join(value.value.split()), origin)
    return {name: line for name, line in fields.items() if line.text}


def _text_blocks(lines: Iterable[Line], plain: bool, names: EventNames, problems: Problems) -> Iterator[Block]:
    """Yield headings and paragraphs; `plain` text has bracketed headings instead of underlined ones."""
    paragraph: list[Line] = []

    def flush(level: int = 0) -> Iterator[Block]:
        if paragraph:
            yield Block(tuple(paragraph), level)
            paragraph.clear()

    for line, code in _with_code(lines, problems):
        if not line.text.strip():
            yield from flush()
        elif code:
            paragraph.append(line)
        elif heading := HEADING.fullmatch(line.text):
            yield from flush()
            yield Block((replace(line, text=strip_closing_marks(heading[2])),), len(heading[1]))
        elif plain and BRACKETED.fullmatch(line.text):
            yield from flush()
            yield Block((line,), BRACKET_LEVEL)
        elif not plain and paragraph and _underlines(line, paragraph, problems):
            yield from flush(1 if "=" in line.text else 2)
        elif not plain and _RULE.fullmatch(line.text):
            yield from flush()
        else:
            _report_missing_space(line, names, problems)
            paragraph.append(line)
    yield from flush()


def _with_code(lines: Iterable[Line], problems: Problems) -> Iterator[tuple[Line, bool]]:
    """Yield each line with whether it belongs to a fenced code block."""
    fence: Line | None = None
    marks = ""
    for line in lines:
        if fence is not None:
            yield line, True
            closing = line.text.strip()
            if len(closing) >= len(marks) and closing == marks[0] * len(closing):
                fence = None
        elif found := _FENCE.match(line.text):
            yield line, True
            fence, marks = line, found[1]
        else:
            yield line, False
    if fence is not None:
        problems.fault("the code block that begins here is not closed; close it with the same marks", fence.origin)


def _underlines(line: Line, paragraph: Sequence[Line], problems: Problems) -> bool:
    """Whether the line underlines the one above it as a heading; not below a list, a quotation or a table."""
    if not _UNDERLINE.fullmatch(line.text) or _LISTED.match(paragraph[-1].text):
        return False
    if len(paragraph) > 1:
        problems.fault(
            f"{line.text.strip()[:10]!r} directly below a text of several lines makes all of it a heading; "
            "put a blank line above it, or above the heading",
            line.origin,
        )
    return True


def _report_missing_space(line: Line, names: EventNames, problems: Problems) -> None:
    """Report `#arrival`, which is not a heading: a fault if it names an event, else a remark."""
    if found := _MISSING_SPACE.fullmatch(line.text):
        message = f"{quoted(line.text.strip())} is not a heading; put a space after '#'"
        if names.match(found[1]):
            problems.fault(message, line.origin)
        else:
            problems.remark(f"{message} if it is meant as one", line.origin)
