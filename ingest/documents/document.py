"""A source as a file whose sections are headed by event ids: Markdown, plain text, DOCX and PDF.

Each kind becomes the same row of blocks (headings and paragraphs with their places); one reading makes sections of
them. What a heading means, and whether there is such an event, is not asked here.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from ingest.documents import markdown
from ingest.documents.blocks import BRACKET_LEVEL, BRACKETED, HEADING, PREAMBLE, Block, Line, Names, unclosed
from taeg.base.errors import InputError, Problems, nearest, quoted

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".pdf")
NOT_READ = {
    suffix: f"is {suffix}, which is not read; save it as .docx"
    for suffix in (".doc", ".docm", ".dot", ".dotx", ".dotm", ".odt", ".rtf", ".pages", ".wps")
}
"""Documents that a person could take for readable."""
SECTION_FIELDS = ("time", "reference", "id", "lang", "title", "order")
"""What lines directly below a heading may say of the section, in small letters: `Title: …` may be testimony."""
MEANT = {"date": "time", "when": "time", "day": "time", "ref": "reference", "source": "reference"}
"""Keys a person may try that are not near in spelling to the one that is meant."""
HINTS = 20
"""How many headings of a document that are of no event are compared with all titles."""
COMPARED = 10_000_000
"""How often a line is compared with a name, all documents, lines and names together: about a second's work."""
SHORT = 10
"""Words that a line meant as a heading has at most."""
_FIELD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)")
_SENTENCE_END = re.compile(r"""[.!?…。！？]["'”’»«)\]]*$""")  # noqa: RUF001 (signs of other scripts are meant)


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


class Known(Names):
    """What the events of a corpus are called, for all of its documents: they are many, and made ready once."""

    def __init__(self, known: Collection[str]) -> None:
        super().__init__(known)
        self._left = COMPARED
        self.exhausted = False
        """Whether it was said that lines are not compared any more."""

    def may_compare(self, names: int) -> bool:
        """Whether something may still be compared with so many names; if so, it counts."""
        enough = self._left >= names
        self._left -= names if enough else 0
        return enough


def is_document(path: Path) -> bool:
    """Whether the path is a document by its name."""
    return path.suffix.casefold() in SUFFIXES


def read(path: Path, known: Known, problems: Problems) -> Document:
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


def _read_text(path: Path, names: Known, problems: Problems) -> Document:
    """Markdown or plain text."""
    written = markdown.read(path, names, problems)
    return _document(written.blocks, written.fields, written.places, names, problems)


def _read_docx(path: Path, names: Known, problems: Problems) -> Document:
    """Headings are those of the styles; where there is none, lines that say `# arrival` or name a known event."""
    from ingest.documents import docx

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
        lines = tuple(Line(line, place) for line in paragraph.text.split("\n"))
        blocks.append(Block(lines, level, bold=paragraph.bold))
    if not any(block.level for block in blocks):
        blocks = [_as_heading(block, names) or block for block in blocks]
    _remark_on_nearly(blocks, names, problems)
    if not blocks:
        problems.fault("the file is empty; write a heading and a text for each event", str(path))
    elif not any(block.level for block in blocks):
        problems.fault(
            "no heading stands in the file; put one in the style 'Heading 1' with the event's id above each text",
            blocks[0].place,
        )
        blocks = []
    document = _document(blocks, fields, places, names, problems, titled=bool(heads), fixed=True, spread=True)
    # What is written in the text says more than properties, which a template may have filled in.
    properties = {key: value for key, value in (("title", content.title), ("author", content.author)) if value}
    return replace(
        document,
        fields={**properties, **document.fields},
        places={**dict.fromkeys(properties, f"{path}, properties"), **document.places},
    )


def _read_pdf(path: Path, names: Known, problems: Problems) -> Document:
    """Headings are lines that say `# arrival` or name a known event.

    Text above the first is no fault as elsewhere, but a remark: a PDF has a title, and is not easily changed.
    """
    from ingest.documents import pdf

    def heading(line: str) -> Block | None:
        return _as_heading(Block((Line(line, ""),)), names)

    blocks = []
    for paragraph in pdf.read(path, lambda line: heading(line) is not None, problems):
        lines = tuple(Line(line, f"{path}, page {paragraph.page}") for line in paragraph.lines)
        block = Block(lines, page=paragraph.page)
        blocks.append((_as_heading(block, names) if paragraph.is_heading else None) or block)
    _remark_on_nearly(blocks, names, problems)
    if not any(block.level for block in blocks):
        reason = "no line is the id or title of an event" if names else "no line is a heading"
        problems.fault(
            f"{reason}; a PDF needs a timeline whose ids or titles stand on lines of their own in it, "
            "or lines '# arrival' with an event's id",
            str(path),
        )
        return Document({}, {}, ())
    return _document(blocks, {}, {}, names, problems, titled=True, fixed=True)


def _as_heading(block: Block, names: Names) -> Block | None:
    """The block as a heading, if its one line says `# arrival`, names a known event, or is `preamble` beside such."""
    if len(block.lines) != 1:
        return None
    line = block.lines[0]
    if found := HEADING.fullmatch(line.text):
        words = unclosed(found[2])
        return replace(block, lines=(replace(line, text=words),), level=len(found[1])) if words else None
    if name := names.called(line.text) or (PREAMBLE if names and names.is_preamble(line.text) else None):
        return replace(block, lines=(replace(line, text=name),), level=1)
    return None


def _remark_on_nearly(blocks: Sequence[Block], names: Known, problems: Problems) -> None:
    """Speak of short lines that are no headings but look it: their text would be told of the event before.

    In long documents with a long timeline only the first of them are compared with all names, which is said.
    """
    for block in blocks if names else ():
        for line in block.lines if not block.level else ():
            words = line.text.strip()
            field = _FIELD.fullmatch(words)
            if len(words.split()) > SHORT or (_SENTENCE_END.search(words) and not block.bold):
                continue
            if field and field[1].casefold() in SECTION_FIELDS:
                continue
            if names.called(words):
                problems.remark(
                    f"{quoted(words, 80)} looks like a heading but is read as text; if it is one, let it stand alone, "
                    "in the style of the other headings",
                    line.place,
                )
            elif names.may_compare(len(names)):
                if near := names.near(words):
                    problems.remark(
                        f"{quoted(words, 80)} looks like a heading; did you mean {quoted(near, 80)}?", line.place
                    )
            elif not names.exhausted:
                problems.remark("too many names and lines: from here on lines are not compared with them", line.place)
                names.exhausted = True


def _document(
    blocks: Sequence[Block],
    fields: dict[str, str],
    places: dict[str, str],
    names: Known,
    problems: Problems,
    *,
    titled: bool = False,
    fixed: bool = False,
    spread: bool = False,
) -> Document:
    """The sections that the blocks make, and the title where a heading gives it.

    An introduction beneath a title is a preamble where the file is not easily changed (`fixed`), and wherever it is
    `titled` by other means than a heading.
    """
    blocks = _without_preambles(blocks, names, problems)
    title, level = _levels(blocks, names)
    if title is not None:
        blocks = [block for block in blocks if block is not title]
        if title.text and "title" not in fields:
            fields, places = {**fields, "title": title.text}, {**places, "title": title.place}
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.level == level and level:
            parts.append([])
        parts[-1].append(block)
    introduced = titled or (fixed and title is not None)
    if introduced and not any(block.level for block in parts[0]):
        _remark_on_preamble(parts[0], problems)
    elif parts[0]:
        advice = f", or the heading {PREAMBLE!r} if it belongs to no event" if names.is_preamble(PREAMBLE) else ""
        problems.fault(
            f"{quoted(parts[0][0].text)} stands above the first heading; put a heading with an event's id above it"
            f"{advice}",
            parts[0][0].place,
        )
    if title is None and len(parts) == 2 and not parts[0]:
        _remark_on_only(parts[1], problems)
    _remark_on_strange([part[0] for part in parts[1:]], names, problems)
    sections = (_section(part[0], part[1:], names, spread, problems) for part in parts[1:])
    return Document(fields, places, tuple(section for section in sections if section is not None))


def _without_preambles(blocks: Sequence[Block], names: Names, problems: Problems) -> Sequence[Block]:
    """The blocks but for those beneath a heading `preamble`, which a remark counts.

    It ends with the next heading that is of an event or no deeper; where all others are deeper, with the next.
    """
    begins = [bool(block.level) and names.is_preamble(_words(block)) for block in blocks]
    if not any(begins):
        return blocks
    top = min((b.level for b, begin in zip(blocks, begins, strict=True) if b.level and not begin), default=0)
    kept: list[Block] = []
    inside: list[Block] = []
    for block, begin in zip(blocks, begins, strict=True):
        if begin:
            _remark_on_preamble(inside, problems)
            inside = [block]
        elif inside and not (block.level and (block.level <= max(inside[0].level, top) or names.means(_words(block)))):
            inside.append(block)
        else:
            _remark_on_preamble(inside, problems)
            inside = []
            kept.append(block)
    _remark_on_preamble(inside, problems)
    if top:
        return kept
    problems.fault(
        "no heading but the preamble's stands in the file; put one with the event's id above each text",
        blocks[begins.index(True)].place,
    )
    return ()


def _remark_on_preamble(blocks: Sequence[Block], problems: Problems) -> None:
    """Say how much is left out, if anything is; the heading itself does not count."""
    if count := sum(len(block.text.split()) for block in blocks if not block.level or block is not blocks[0]):
        counted = f"{count:,} words" if count > 1 else "1 word"
        problems.remark(f"the preamble ({counted}) belongs to no event and is in no narrative", blocks[0].place)


def _levels(blocks: Sequence[Block], names: Names) -> tuple[Block | None, int]:
    """The heading that is the document's title, if one is, and the level that heads events (0: there is none).

    A title is the first heading and the only one of its level, and the next heading follows it with nothing in
    between; or it is of no event, but deeper headings are.
    """
    headings = [block for block in blocks if block.level]
    if not headings:
        return None, 0
    first, top = headings[0], min(block.level for block in headings)
    deeper = [block for block in headings if block.level > top]
    if first.level != top or len(deeper) != len(headings) - 1 or not deeper:
        return None, top
    alone = blocks[0] is first and blocks[1].level
    if alone or (not names.means(_words(first)) and any(names.means(_words(block)) for block in deeper)):
        return first, min(block.level for block in deeper)
    return None, top


def _words(heading: Block) -> str:
    """What a heading says, without the brackets it may have."""
    bracketed = BRACKETED.fullmatch(heading.text) if heading.level == BRACKET_LEVEL else None
    return bracketed[1].strip() if bracketed else heading.text


def _remark_on_strange(headings: Sequence[Block], names: Known, problems: Problems) -> None:
    """Say which title may be meant by a heading that is of no event; with the ids it is compared later."""
    strange = [heading for heading in headings if names and not names.means(_words(heading))]
    for heading in strange[:HINTS]:
        if names.may_compare(len(names.titles)) and (near := nearest(_words(heading), names.titles)):
            problems.remark(f"{quoted(_words(heading), 60)} is no title of the timeline{near}", heading.place)


def _remark_on_only(part: Sequence[Block], problems: Problems) -> None:
    """Say that deeper headings are text, where a title with an introduction may have been meant."""
    if deeper := [block for block in part[1:] if block.level]:
        problems.remark(
            f"{quoted(part[0].text)} is the only section, and the headings inside it ({quoted(deeper[0].text)}, "
            f"{deeper[0].place}) are part of its text; if they head the events, let no text stand above the first",
            part[0].place,
        )


def _section(heading: Block, blocks: Sequence[Block], names: Names, spread: bool, problems: Problems) -> Section | None:
    words = names.heading(_words(heading))
    if not words:
        problems.fault("the heading has no words; write the event's id in it", heading.place)
        return None
    fields, rest = _section_fields(blocks, spread, problems)
    if not any(not block.level and block.text for block in rest):
        problems.fault(
            f"section {quoted(words, 60)} is empty; write its text beneath the heading, or remove the heading",
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
        key, value = found[1], found[2].strip()
        if not key.islower():
            if key.casefold() in SECTION_FIELDS:
                problems.remark(
                    f"{quoted(line.text.strip())} is read as text; write '{key.casefold()}:' in small letters if "
                    "it is a field",
                    line.place,
                )
            return lines[number:]
        if key not in SECTION_FIELDS:
            hint = f"; did you mean {MEANT[key]!r}?" if key in MEANT else nearest(key, SECTION_FIELDS)
            if not hint:
                return lines[number:]
            problems.fault(f"a section has no field {quoted(key)}{hint} (Text begins with a capital.)", line.place)
        elif key in fields:
            problems.fault(f"{key!r} is given twice beneath one heading; keep one of them", line.place)
        else:
            fields[key] = Line(value, line.place)
    return ()
