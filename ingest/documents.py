"""A source as a file whose sections are headed by event ids: Markdown, plain text, DOCX and PDF.

Each kind becomes the same row of blocks (headings and paragraphs with their places); one reading makes sections of
them. What a heading means, and whether there is such an event, is not asked here.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from ingest import markdown
from ingest.blocks import BRACKET_LEVEL, BRACKETED, HEADING, Block, Line, fold, folded, unclosed
from taeg.errors import InputError, Problems, nearest

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".pdf")
NOT_READ = {
    suffix: f"is {suffix}, which is not read; save it as .docx"
    for suffix in (".doc", ".docm", ".dot", ".dotx", ".dotm", ".odt", ".rtf", ".pages", ".wps")
}
"""Documents that a person could take for readable."""
SECTION_FIELDS = ("time", "reference", "id", "lang", "title", "order")
"""What lines directly below a heading may say of the section."""
MEANT = {"date": "time", "when": "time", "day": "time", "ref": "reference", "source": "reference"}
"""Keys a person may try that are not near in spelling to the one that is meant."""
_FIELD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)")


@dataclass(frozen=True, slots=True)
class Section:
    """What a source tells beneath one heading."""

    heading: str
    text: str
    """Paragraphs separated by a blank line; the lines of a paragraph are joined by one space."""
    place: str
    fields: Mapping[str, str]
    """What the lines directly below the heading say (`SECTION_FIELDS`), and of a PDF the `page`."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Where those lines stand."""


@dataclass(frozen=True, slots=True)
class Document:
    """A source's own fields, with their places, and its sections in the order they stand."""

    fields: Mapping[str, str]
    places: Mapping[str, str]
    sections: tuple[Section, ...]


def is_document(path: Path) -> bool:
    """Whether the path is a document by its name."""
    return path.suffix.casefold() in SUFFIXES


def read(path: Path, known: Collection[str], problems: Problems) -> Document:
    """Read a document; `known` are the ids and titles of the events, where a timeline names them.

    What is wrong inside it becomes a fault; only a file that cannot be read at all raises.
    """
    suffix = path.suffix.casefold()
    if suffix in NOT_READ:
        raise InputError(f"{str(path)!r} {NOT_READ[suffix]}")
    if suffix not in SUFFIXES:
        raise InputError(f"{str(path)!r} is not a document that is read; give one of {', '.join(SUFFIXES)}")
    readers = {".docx": _read_docx, ".pdf": _read_pdf}
    return readers.get(suffix, _read_text)(path, known, problems)


def _read_text(path: Path, known: Collection[str], problems: Problems) -> Document:
    """Markdown or plain text."""
    written = markdown.read(path, known, problems)
    return _document(written.blocks, written.fields, written.places, problems)


def _read_docx(path: Path, known: Collection[str], problems: Problems) -> Document:
    """Headings are those of the styles; where there is none, lines that say `# arrival` or name a known event."""
    from ingest import docx

    content = docx.read(path, problems)
    paragraphs = content.paragraphs
    fields: dict[str, str] = {}
    places: dict[str, str] = {}
    heads = list(takewhile(lambda paragraph: paragraph.level == docx.TITLE, paragraphs))
    if heads:
        fields["title"] = " ".join(" ".join(head.text.split()) for head in heads)
        places["title"] = f"{path}, paragraph {heads[0].number}"
        paragraphs = paragraphs[len(heads) :]
    blocks = []
    for paragraph in paragraphs:
        place = f"{path}, paragraph {paragraph.number}"
        level = 1 if paragraph.level == docx.TITLE else paragraph.level
        blocks.append(Block(tuple(Line(line, place) for line in paragraph.text.split("\n")), level))
    if not any(block.level for block in blocks):
        names = folded(known)
        blocks = [_as_heading(block, names) or block for block in blocks]
    if not blocks:
        problems.fault("the file is empty; write a heading and a text for each event", str(path))
    elif not any(block.level for block in blocks):
        problems.fault(
            "no heading stands in the file; put one in the style 'Heading 1' with the event's id above each text",
            blocks[0].place,
        )
        blocks = []
    document = _document(blocks, fields, places, problems, spread=True)
    # What is written in the text says more than properties, which a template may have filled in.
    properties = {key: value for key, value in (("title", content.title), ("author", content.author)) if value}
    return replace(
        document,
        fields={**properties, **document.fields},
        places={**dict.fromkeys(properties, f"{path}, properties"), **document.places},
    )


def _read_pdf(path: Path, known: Collection[str], problems: Problems) -> Document:
    """Headings are lines that say `# arrival` or name a known event.

    Text above the first is no fault as elsewhere, but a remark: a PDF has a title, and is not easily changed.
    """
    from ingest import pdf

    names = folded(known)

    def heading(line: str) -> Block | None:
        return _as_heading(Block((Line(line, ""),)), names)

    blocks = []
    for paragraph in pdf.read(path, lambda line: heading(line) is not None, problems):
        lines = tuple(Line(line, f"{path}, page {paragraph.page}") for line in paragraph.lines)
        block = Block(lines, page=paragraph.page)
        blocks.append((_as_heading(block, names) if paragraph.is_heading else None) or block)
    begins = next((number for number, block in enumerate(blocks) if block.level), None)
    if begins is None:
        reason = "no line is the id or title of an event" if names else "no line is a heading"
        problems.fault(
            f"{reason}; a PDF needs a timeline whose ids or titles stand on lines of their own in it, "
            "or lines '# arrival' with an event's id",
            str(path),
        )
        return Document({}, {}, ())
    if begins:
        problems.remark(
            f"the text above the first heading belongs to no event and is not read: {_shortened(blocks[0].text)}",
            blocks[0].place,
        )
    return _document(blocks[begins:], {}, {}, problems)


def _as_heading(block: Block, known: Collection[str]) -> Block | None:
    """The block as a heading, if its one line says `# arrival` or names a known event."""
    if len(block.lines) != 1:
        return None
    line = block.lines[0]
    if found := HEADING.fullmatch(line.text):
        words = unclosed(found[2])
        return replace(block, lines=(replace(line, text=words),), level=len(found[1])) if words else None
    if fold(line.text) in known:
        return replace(block, lines=(replace(line, text=line.text.strip().rstrip(":. ")),), level=1)
    return None


def _document(
    blocks: Sequence[Block],
    fields: dict[str, str],
    places: dict[str, str],
    problems: Problems,
    *,
    spread: bool = False,
) -> Document:
    """The sections that the blocks make, and the title where a heading gives it."""
    title, level = _levels(blocks)
    if title is not None:
        blocks = blocks[1:]
        if title.text and "title" not in fields:
            fields, places = {**fields, "title": title.text}, {**places, "title": title.place}
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.level == level and level:
            parts.append([])
        parts[-1].append(block)
    if parts[0]:
        problems.fault(
            f"{_shortened(parts[0][0].text)} stands above the first heading; put a heading with an event's id above it",
            parts[0][0].place,
        )
    if title is None and len(parts) == 2 and not parts[0]:
        _remark_on_only(parts[1], problems)
    sections = (_section(part[0], part[1:], spread, problems) for part in parts[1:])
    return Document(fields, places, tuple(section for section in sections if section is not None))


def _levels(blocks: Sequence[Block]) -> tuple[Block | None, int]:
    """The heading that is the document's title, if one is, and the level that heads events (0: there is none).

    A title is the only heading of its level, comes first, and the next heading follows it with nothing in between.
    """
    levels = [block.level for block in blocks if block.level]
    if not levels:
        return None, 0
    top = min(levels)
    if levels.count(top) == 1 and blocks[0].level == top and len(blocks) > 1 and blocks[1].level:
        return blocks[0], min(level for level in levels if level != top)
    return None, top


def _remark_on_only(part: Sequence[Block], problems: Problems) -> None:
    """Say that deeper headings are text, where a title with an introduction may have been meant."""
    if deeper := [block for block in part[1:] if block.level]:
        problems.remark(
            f"{part[0].text[:40]!r} is the only section, and the headings inside it ({deeper[0].text[:40]!r}, "
            f"{deeper[0].place}) are part of its text; if they head the events, let no text stand above the first",
            part[0].place,
        )


def _section(heading: Block, blocks: Sequence[Block], spread: bool, problems: Problems) -> Section | None:
    words = heading.text
    if heading.level == BRACKET_LEVEL and (bracketed := BRACKETED.fullmatch(words)):
        words = bracketed[1].strip()
    if not words:
        problems.fault("the heading has no words; write the event's id in it", heading.place)
        return None
    fields, rest = _section_fields(blocks, spread, problems)
    if not any(not block.level and block.text for block in rest):
        problems.fault(
            f"section {words[:60]!r} is empty; write its text beneath the heading, or remove the heading",
            heading.place,
        )
        return None
    text = "\n\n".join(block.text for block in rest if block.text)
    if heading.page:
        fields["page"] = Line(str(heading.page), heading.place)
    said = {key: line for key, line in fields.items() if line.text}
    return Section(
        words,
        text,
        heading.place,
        {key: line.text for key, line in said.items()},
        {key: line.place for key, line in said.items()},
    )


def _section_fields(
    blocks: Sequence[Block], spread: bool, problems: Problems
) -> tuple[dict[str, Line], Sequence[Block]]:
    """The fields at the beginning, and the blocks after them; `spread` where each field is a paragraph of its own.

    Blank lines between the heading and the fields do not matter: formatters put one there.
    """
    fields: dict[str, Line] = {}
    for number, block in enumerate(blocks):
        if block.level:
            return fields, blocks[number:]
        if text := tuple(_after_fields(block.lines, fields, problems)):
            return fields, [replace(block, lines=text), *blocks[number + 1 :]]
        if not spread:
            return fields, blocks[number + 1 :]
    return fields, ()


def _after_fields(lines: Sequence[Line], fields: dict[str, Line], problems: Problems) -> Sequence[Line]:
    """Take the lines that are fields into `fields`; the lines from the first that is not."""
    for number, line in enumerate(lines):
        found = _FIELD.fullmatch(line.text)
        if not found:
            return lines[number:]
        key, value = found[1].casefold(), found[2].strip()
        if key not in SECTION_FIELDS:
            hint = f"; did you mean {MEANT[key]!r}?" if key in MEANT else nearest(key, SECTION_FIELDS)
            if not hint or not found[1].islower():
                return lines[number:]
            problems.fault(f"a section has no field {key[:40]!r}{hint} (Text begins with a capital.)", line.place)
        elif key in fields:
            problems.fault(f"{key!r} is given twice beneath one heading; keep one of them", line.place)
        else:
            fields[key] = Line(value, line.place)
    return ()


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
