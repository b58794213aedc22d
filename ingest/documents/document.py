"""Documents with one section per event, headed by its id or title: Markdown, plain text, DOCX and PDF.

A module per format converts the file to blocks (headings and paragraphs); this module divides the blocks into sections.
Resolving headings to events is left to the caller.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from ingest.documents import markdown
from ingest.documents.blocks import HEADING, PREAMBLE, Block, Content, EventNames, Line, strip_closing_marks
from taeg.base.errors import InputError, Problems, nearest, quoted

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".pdf")
NOT_READ = {
    suffix: f"is {suffix}, which is not read; save it as .docx"
    for suffix in (".doc", ".docm", ".dot", ".dotx", ".dotm", ".odt", ".rtf", ".pages", ".wps")
}
"""Formats that are not supported, with a remedy."""
SECTION_FIELDS = ("time", "reference", "id", "lang", "title", "order")
"""Fields allowed in the lines below a heading, in lower case: `Title: …` may be part of the text."""
SYNONYMS = {"date": "time", "when": "time", "day": "time", "ref": "reference", "source": "reference"}
"""Likely mistakes that are not similar in spelling to the correct field."""
HINTS = 20
"""Maximum number of unknown headings of a document that are compared with all titles."""
HEADING_WORDS = 10
"""Maximum number of words of a line that may be meant as a heading."""
_FIELD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)")
_SENTENCE_END = re.compile(r"""[.!?…。！？]["'”’»«)\]]*$""")  # noqa: RUF001 (punctuation of other scripts)


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, and the fields below it (`SECTION_FIELDS`)."""

    fields: Mapping[str, Line]
    heading: str
    text: str
    """Paragraphs separated by a blank line; the lines of a paragraph are joined by spaces."""
    origin: str
    page: int = 0
    """The page on which it begins; 0 if the file does not record pages."""
    place: str = ""
    """The lines of a text file or the paragraphs of a Word file that have the text, for instance `lines 12-15`."""


@dataclass(frozen=True, slots=True)
class Document:
    """Fields of the source, and sections in document order."""

    fields: Mapping[str, Line]
    sections: tuple[Section, ...]


def is_document(path: Path) -> bool:
    """Whether the path is a supported document, judging by its suffix."""
    return path.suffix.casefold() in SUFFIXES


def read(path: Path, names: EventNames, problems: Problems) -> Document:
    """Read a document; `names` are the ids and titles of the events in the timeline, if there is one.

    Errors in its content are recorded as faults; only a file that cannot be read at all raises.
    """
    suffix = path.suffix.casefold()
    if suffix in NOT_READ:
        raise InputError(f"{str(path)!r} {NOT_READ[suffix]}")
    if suffix not in SUFFIXES:
        raise InputError(f"{str(path)!r} is not a supported document; give one of {', '.join(SUFFIXES)}")
    readers = {".docx": _read_docx, ".pdf": _read_pdf}
    content = readers.get(suffix, markdown.read)(path, names, problems)
    if not content.blocks:
        besides = " but for its title or front matter" if content.fields else ""
        problems.fault(f"the file is empty{besides}; write a heading and a text for each event", str(path))
    elif not any(block.level for block in content.blocks):
        problems.fault(
            f"the file has no heading; put {content.example} with the event's id above each text",
            content.blocks[0].origin,
        )
        content = replace(content, blocks=())
    return _divide(content, names, problems)


def _read_docx(path: Path, names: EventNames, problems: Problems) -> Content:
    """Use heading styles; in a document without any, lines like `# arrival` or a known event name are headings."""
    from ingest.documents import docx

    blocks, properties = docx.read(path, problems)
    titles = list(takewhile(lambda block: block.level == docx.TITLE, blocks))
    fields = {"title": Line(" ".join(title.text for title in titles), titles[0].origin)} if titles else {}
    blocks = [replace(block, level=1) if block.level == docx.TITLE else block for block in blocks[len(titles) :]]
    if not any(block.level for block in blocks):
        blocks = [_as_heading(block, names) or block for block in blocks]
    _remark_on_similar(blocks, names, problems)
    blocks = list(_numbered(blocks))
    example = "one in the style 'Heading 1'"
    return Content(blocks, fields, example, properties, titled=bool(titles), fixed=True, spread=True, unit="paragraph")


def _numbered(blocks: Sequence[Block]) -> Iterator[Block]:
    """Number the paragraphs as a reader counts them, without headings and the fields below them.

    So the numbers are those of the original, into which a user has inserted headings and fields.
    """
    number, below_heading = 0, False
    for block in blocks:
        below_heading = bool(block.level) or (below_heading and all(_is_field(line) for line in block.lines))
        if below_heading:
            yield block
        else:
            number += 1
            yield replace(block, lines=tuple(replace(line, number=number) for line in block.lines))


def _is_field(line: Line) -> bool:
    found = _FIELD.fullmatch(line.text)
    return found is not None and found[1] in SECTION_FIELDS


def _read_pdf(path: Path, names: EventNames, problems: Problems) -> Content:
    """Treat lines like `# arrival` and known event names as headings.

    Text above the first heading is a remark rather than a fault: most PDFs have a title and they are hard to edit.
    """
    from ingest.documents import pdf

    blocks = pdf.read(path, lambda line: _as_heading(Block((line,)), names), problems)
    _remark_on_similar(blocks, names, problems)
    example = "a separate line that is the id or title of an event in the timeline, or a line '# arrival'"
    return Content(blocks, {}, example, titled=True, fixed=True)


def _as_heading(block: Block, names: EventNames) -> Block | None:
    """Return the block as a heading if it is one line like `# arrival`, an event name, or `preamble`."""
    if len(block.lines) != 1:
        return None
    line = block.lines[0]
    if found := HEADING.fullmatch(line.text):
        words = strip_closing_marks(found[2])
        return replace(block, lines=(replace(line, text=words),), level=len(found[1])) if words else None
    if name := names.match(line.text) or (PREAMBLE if names and names.is_preamble(line.text) else None):
        return replace(block, lines=(replace(line, text=name),), level=1)
    return None


def _remark_on_similar(blocks: Sequence[Block], names: EventNames, problems: Problems) -> None:
    """Report short paragraphs that look like headings: their text would count towards the event before.

    The number of comparisons is limited; a remark says where the limit was reached.
    """
    for block in blocks if names else ():
        for line in block.lines if not block.level else ():
            words = line.text.strip()
            field = _FIELD.fullmatch(words)
            if len(words.split()) > HEADING_WORDS or (_SENTENCE_END.search(words) and not block.bold):
                continue
            if field and field[1].casefold() in SECTION_FIELDS:
                continue
            if names.match(words):
                problems.remark(
                    f"{quoted(words, 80)} looks like a heading but is read as text; if it is one, make it a separate "
                    "paragraph in the style of the other headings",
                    line.origin,
                )
            elif names.use_comparisons(len(names)):
                if near := names.most_similar(words):
                    problems.remark(
                        f"{quoted(words, 80)} looks like a heading; did you mean {quoted(near, 80)}?", line.origin
                    )
            elif not names.limit_reported:
                problems.remark("too many lines and event names: lines are not compared from here on", line.origin)
                names.limit_reported = True


def _divide(content: Content, names: EventNames, problems: Problems) -> Document:
    """Divide the blocks of a file into sections; a heading may provide the title of the document."""
    fields = dict(content.fields)
    blocks = _without_preambles(content.blocks, names, problems)
    title, level = _levels(blocks, names)
    if title is not None:
        blocks = [block for block in blocks if block is not title]
        if title.text and "title" not in fields:
            fields["title"] = Line(title.text, title.origin)
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.level == level and level:
            parts.append([])
        parts[-1].append(block)
    introduced = content.titled or (content.fixed and title is not None)
    if introduced and not any(block.level for block in parts[0]):
        _remark_on_preamble(parts[0], problems)
    elif parts[0]:
        advice = f", or the heading {PREAMBLE!r} if it belongs to no event" if names.is_preamble(PREAMBLE) else ""
        problems.fault(
            f"{quoted(parts[0][0].text)} is above the first heading; put a heading with an event's id above it{advice}",
            parts[0][0].origin,
        )
    if title is None and len(parts) == 2 and not parts[0]:
        _remark_on_single_section(parts[1], problems)
    _remark_on_unknown([part[0] for part in parts[1:]], names, problems)
    sections = (_section(part[0], part[1:], names, content, problems) for part in parts[1:])
    return Document({**content.defaults, **fields}, tuple(section for section in sections if section is not None))


def _without_preambles(blocks: Sequence[Block], names: EventNames, problems: Problems) -> Sequence[Block]:
    """Remove the blocks under a heading `preamble`; a remark gives the number of words.

    A preamble ends at the next heading that names an event or is not deeper. If all other headings are deeper, it ends
    at the next one.
    """
    begins = [bool(block.level) and names.is_preamble(block.heading) for block in blocks]
    if not any(begins):
        return blocks
    top = min((b.level for b, begin in zip(blocks, begins, strict=True) if b.level and not begin), default=0)
    kept: list[Block] = []
    inside: list[Block] = []
    for block, begin in zip(blocks, begins, strict=True):
        if begin:
            _remark_on_preamble(inside, problems)
            inside = [block]
        elif inside and not (
            block.level and (block.level <= max(inside[0].level, top) or names.names_event(block.heading))
        ):
            inside.append(block)
        else:
            _remark_on_preamble(inside, problems)
            inside = []
            kept.append(block)
    _remark_on_preamble(inside, problems)
    if top:
        return kept
    problems.fault(
        "the file has no heading but the preamble; put one with the event's id above each text",
        blocks[begins.index(True)].origin,
    )
    return ()


def _remark_on_preamble(blocks: Sequence[Block], problems: Problems) -> None:
    """Report the number of words that are left out, not counting the heading."""
    if count := sum(len(block.text.split()) for block in blocks if not block.level or block is not blocks[0]):
        counted = f"{count:,} words" if count > 1 else "1 word"
        problems.remark(f"the preamble ({counted}) belongs to no event and is in no narrative", blocks[0].origin)


def _levels(blocks: Sequence[Block], names: EventNames) -> tuple[Block | None, int]:
    """Return the heading that is the document's title, if any, and the level of event headings (0: no headings).

    The first heading is the title if it is the only one of its level, and either no text separates it from the next
    heading, or it does not name an event while deeper headings do.
    """
    headings = [block for block in blocks if block.level]
    if not headings:
        return None, 0
    first, top = headings[0], min(block.level for block in headings)
    deeper = [block for block in headings if block.level > top]
    if first.level != top or len(deeper) != len(headings) - 1 or not deeper:
        return None, top
    alone = blocks[0] is first and blocks[1].level
    if alone or (not names.names_event(first.heading) and any(names.names_event(block.heading) for block in deeper)):
        return first, min(block.level for block in deeper)
    return None, top


def _remark_on_unknown(headings: Sequence[Block], names: EventNames, problems: Problems) -> None:
    """Suggest a title for a heading that names no event; ids are suggested by the caller."""
    unknown = [heading for heading in headings if names and not names.names_event(heading.heading)]
    for heading in unknown[:HINTS]:
        if names.use_comparisons(len(names.titles)) and (near := nearest(heading.heading, names.titles)):
            problems.remark(f"{quoted(heading.heading, 60)} is not a title in the timeline{near}", heading.origin)


def _remark_on_single_section(part: Sequence[Block], problems: Problems) -> None:
    """Report that the headings inside a single section are text: a title with an introduction may have been meant."""
    if deeper := [block for block in part[1:] if block.level]:
        problems.remark(
            f"{quoted(part[0].text)} is the only section, and the headings inside it ({quoted(deeper[0].text)}, "
            f"{deeper[0].origin}) are part of its text; if they name events, remove the text above the first of them",
            part[0].origin,
        )


def _section(
    heading: Block, blocks: Sequence[Block], names: EventNames, content: Content, problems: Problems
) -> Section | None:
    title = names.normalize(heading.heading)
    if not title:
        problems.fault("the heading is empty; write the event's id in it", heading.origin)
        return None
    fields, rest = _section_fields(blocks, content.spread, problems)
    if not any(not block.level and block.text for block in rest):
        problems.fault(
            f"section {quoted(title, 60)} is empty; write its text below the heading, or remove the heading",
            heading.origin,
        )
        return None
    text = "\n\n".join(block.text for block in rest if block.text)
    given = {key: line for key, line in fields.items() if line.text}
    place = _place(rest, content.unit)
    page = next(block.page for block in rest if block.text) if place else heading.page
    return Section(given, title, text, heading.origin, page, place)


def _place(blocks: Sequence[Block], unit: str) -> str:
    """Return the lines or paragraphs of a section: `line 3`, `paragraphs 3-5`."""
    numbers = [line.number for block in blocks for line in block.lines if line.number]
    if not numbers:
        return ""
    return f"{unit}s {numbers[0]}-{numbers[-1]}" if numbers[0] < numbers[-1] else f"{unit} {numbers[0]}"


def _section_fields(
    blocks: Sequence[Block], spread: bool, problems: Problems
) -> tuple[dict[str, Line], Sequence[Block]]:
    """Return the fields at the beginning of a section and the blocks after them.

    Blank lines between the heading and the fields are ignored, because formatters insert them.
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
    """Move leading field lines into `fields`; return the remaining lines."""
    for number, line in enumerate(lines):
        found = _FIELD.fullmatch(line.text)
        if not found:
            return lines[number:]
        key, value = found[1], found[2].strip()
        if not key.islower():
            if key.casefold() in SECTION_FIELDS:
                problems.remark(
                    f"{quoted(line.text.strip())} is read as text; write '{key.casefold()}:' in lower case if "
                    "it is a field",
                    line.origin,
                )
            return lines[number:]
        if key not in SECTION_FIELDS:
            hint = f"; did you mean {SYNONYMS[key]!r}?" if key in SYNONYMS else nearest(key, SECTION_FIELDS)
            if not hint:
                return lines[number:]
            problems.fault(
                f"a section has no field {quoted(key)}{hint} (Text begins with a capital letter.)", line.origin
            )
        elif key in fields:
            problems.fault(f"{key!r} is given twice below one heading; keep one of them", line.origin)
        else:
            fields[key] = Line(value, line.origin)
    return ()
