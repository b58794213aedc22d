"""The paragraphs of a PDF file.

PDF has lines but no paragraphs. Lines are joined until one is blank, or ends a sentence well short of the usual line
width of the page. A word hyphenated at the end of a line is joined if the next line begins in lower case, which also
removes the hyphen of a compound (`well-` / `known`). Lines that repeat at the top or bottom of every page, or contain a
number and repeat on most pages, are removed as headers and footers and listed in a remark. Pictures are not read.
"""

import logging
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.documents.blocks import Block, Line
from ingest.files import kind, read_bytes
from taeg.base.errors import InputError, MissingPackageError, Problems, cause, quoted

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MISSING = "a PDF file needs pypdf: pip install pypdf"
PAGES = 5_000
CONTENT = 16 * 1024 * 1024
"""Maximum number of bytes of drawing instructions on a page; a page of text has some thousand."""
CHARACTERS = 64 * 1024 * 1024
SECONDS = 300.0
"""Time limit; a thousand pages take about a minute."""
REPEATED = 3
"""Minimum number of pages on which a header or footer repeats."""
EDGE = 3
"""Maximum number of header lines, and of footer lines, on a page."""
SHORT = 0.8
"""Share of the usual width from which a line counts as full."""
_SENTENCE_END = re.compile(r"""[.!?…:。！？]["'”’»«)\]]*$""")  # noqa: RUF001 (full-width punctuation)
_HYPHENATED = re.compile(r"[^\W\d_][-\u2010\u00ad]")
_LISTED = 5
_REMEDY = "make the PDF again, or save the text as .docx or .md"


class _TooLong(BaseException):
    """Interrupts pypdf within a page; a `BaseException`, because pypdf catches `Exception` and continues."""


HeadingOf = Callable[[Line], Block | None]
"""Returns a line as a heading, if it is one; headings are never joined with other lines or removed."""


def read(path: Path, heading_of: HeadingOf, problems: Problems) -> list[Block]:
    """Read the headings and paragraphs of a PDF file."""
    content = read_bytes(path, advice="divide it, or leave pictures out")
    if b"%PDF-" not in content[:1024]:
        what = kind(content) or ("not a PDF" if content else "empty")
        raise InputError(f"{str(path)!r} is {what}; save it as .pdf again, or give it its own suffix")
    try:
        import pypdf
    except ImportError:
        raise MissingPackageError(MISSING, str(path)) from None
    try:
        with _collect_warnings() as messages:
            reader = pypdf.PdfReader(BytesIO(content))
            _unlock(reader, path)
            pages = _pages(reader, path)
    except InputError:
        raise
    except _TooLong:
        raise InputError(f"{str(path)!r} takes longer than {SECONDS:.0f} seconds to read; {_REMEDY}") from None
    except (Exception, RecursionError) as error:  # pypdf raises many types for damaged files
        raise InputError(f"{str(path)!r} is damaged ({cause(error)}); {_REMEDY}") from None
    if any("Impossible to decode" in message for message in messages):
        problems.remark("parts of some pages cannot be read; compare the text with the pages", str(path))
    return _paragraphs(path, _without_headers(path, pages, heading_of, problems), heading_of)


def _unlock(reader: "PdfReader", path: Path) -> None:
    """Open a file with an empty password, which restricts printing and editing but not reading."""
    if not reader.is_encrypted:
        return
    from pypdf.errors import DependencyError

    try:
        opened = bool(reader.decrypt(""))
    except (DependencyError, NotImplementedError):
        opened = False
    if not opened:
        raise InputError(f"{str(path)!r} is protected by a password; save a copy without")


def _pages(reader: "PdfReader", path: Path) -> list[list[str]]:
    """Return the lines of each page."""
    if not len(reader.pages):
        raise InputError(f"{str(path)!r} has no pages; {_REMEDY}")
    if len(reader.pages) > PAGES:
        raise InputError(f"{str(path)!r} has more than {PAGES:,} pages; divide it")
    stop = time.monotonic() + SECONDS
    pages: list[list[str]] = []
    characters = 0
    for number, page in enumerate(reader.pages, 1):
        text = _page_text(page, stop)
        if text is None:
            raise InputError(f"page {number} is more than a page of text; {_REMEDY}", str(path))
        characters += len(text)
        if characters > CHARACTERS:
            raise InputError(f"{str(path)!r} has more than {CHARACTERS:,} characters; divide it")
        pages.append([" ".join(line.replace("\x00", "").split()) for line in text.splitlines()])
    return pages


def _page_text(page: "PageObject", stop: float) -> str | None:
    """Return the text of a page; None if its drawing instructions exceed the limit."""

    def check_time(*_: object) -> None:
        if time.monotonic() > stop:
            raise _TooLong

    check_time()
    contents = page.get_contents()
    if contents is None:
        return ""
    if len(contents.get_data()) > CONTENT:
        return None
    return page.extract_text(visitor_operand_before=check_time)


def _without_headers(
    path: Path, pages: Sequence[list[str]], heading_of: HeadingOf, problems: Problems
) -> list[list[str]]:
    """Remove headers and footers; report them, and pages without text."""
    blank = [number for number, lines in enumerate(pages, 1) if not any(lines)]
    if len(blank) == len(pages):
        raise InputError(f"{str(path)!r} contains only pictures; run text recognition (OCR) first")
    if blank:
        named = ", ".join(map(str, blank[:_LISTED])) + (" …" if len(blank) > _LISTED else "")
        which = f"page {named} has" if len(blank) == 1 else f"pages {named} have"
        problems.remark(f"{which} no text; if they are pictures of text, run text recognition (OCR)", str(path))
    kept = [_trimmed(lines) for lines in pages]
    if removed := [*_remove_repeated(kept, 0, heading_of), *_remove_repeated(kept, -1, heading_of)]:
        named = ", ".join(quoted(line) for line in dict.fromkeys(removed[:_LISTED]))
        problems.remark(f"repeated headers or footers were removed: {named}", str(path))
    return kept


def _remove_repeated(pages: list[list[str]], edge: int, heading_of: HeadingOf) -> list[str]:
    """Remove repeated first (`edge` 0) or last (-1) lines from the pages; return an example of each.

    Odd and even pages often differ, so half of the pages suffices for a line with a number. Any other line must be on
    every page, since a repeated answer ("I do not know.") may end half of them.
    """
    written = sum(1 for lines in pages if lines)
    removed: dict[str, str] = {}
    for _ in range(EDGE):
        edges = {n: lines[edge] for n, lines in enumerate(pages) if lines and not heading_of(Line(lines[edge], ""))}
        counts = Counter(map(_masked, edges.values()))
        repeated = {
            line
            for line, count in counts.items()
            if count >= REPEATED and (count == written or ("0" in line and 2 * count >= written - 1))
        }
        if not repeated:
            break
        for number, line in edges.items():
            if _masked(line) in repeated:
                removed.setdefault(_masked(line), line)
                pages[number] = _trimmed(pages[number][1:] if edge == 0 else pages[number][:-1])
    return list(removed.values())


def _masked(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Remove blank lines at both ends."""
    written = [number for number, line in enumerate(lines) if line]
    return list(lines[written[0] : written[-1] + 1]) if written else []


def _paragraphs(path: Path, pages: Sequence[Sequence[str]], heading_of: HeadingOf) -> list[Block]:
    """Join lines to paragraphs, across pages as well."""
    blocks: list[Block] = []
    open: list[list[str]] = []
    """Lines, each a list of pieces: joining strings repeatedly would be quadratic for many hyphenated lines."""
    end = ""
    begins = 0

    def close() -> None:
        if open:
            origin = f"{path}, page {begins}"
            blocks.append(Block(tuple(Line("".join(pieces), origin) for pieces in open), page=begins))
            open.clear()

    for number, lines in enumerate(pages, 1):
        usual = _usual_width(lines)
        for line in lines:
            if not line:
                close()
            elif heading := heading_of(Line(line, f"{path}, page {number}")):
                close()
                blocks.append(replace(heading, page=number))
            else:
                begins = begins if open else number
                if open and _HYPHENATED.fullmatch(end) and line[0].islower():
                    open[-1][-1] = open[-1][-1][:-1]
                    open[-1].append(line)
                    end = (end[:-1] + line)[-2:]
                else:
                    open.append([line])
                    end = line[-2:]
                if len(line) < SHORT * usual and _SENTENCE_END.search(line):
                    close()
    close()
    return blocks


def _usual_width(lines: Sequence[str]) -> int:
    """Return the 90th percentile of the line lengths of a page."""
    lengths = sorted(len(line) for line in lines if line)
    return lengths[(len(lengths) * 9 - 1) // 10] if lengths else 0


@contextmanager
def _collect_warnings() -> Iterator[set[str]]:
    """Collect pypdf's warnings and log messages instead of printing them."""
    messages: set[str] = set()

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            messages.add(str(record.msg))

    logger = logging.getLogger("pypdf")
    handler, propagated = Collector(), logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield messages
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated
