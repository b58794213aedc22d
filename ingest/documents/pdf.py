"""The paragraphs of a PDF file, by pypdf.

A PDF knows lines, not paragraphs. Lines are joined until one is blank, or ends a sentence well short of the usual
width of its page. A word divided at the end of a line is joined when the next line begins in lower case; a compound
that was divided at its own hyphen (`well-` / `known`) loses the hyphen by that. Lines that repeat at the top or bottom
of every page, or with a number in them of most pages, are left out, and a remark names them. Not for pictures of text:
nothing is recognised here.
"""

import logging
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.files import kind, read_bytes
from taeg.base.errors import InputError, Problems, cause, quoted

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MISSING = "PDF files need pypdf: pip install pypdf"
PAGES = 5_000
CONTENT = 16 * 1024 * 1024
"""Bytes of drawing instructions on one page; a page of text has some thousand."""
CHARACTERS = 64 * 1024 * 1024
SECONDS = 300.0
"""A thousand pages take about a minute."""
REPEATED = 3
"""On how many pages a line must stand before it can be a header or footer."""
EDGE = 3
"""How many lines at the top and at the bottom of a page can be headers or footers."""
SHORT = 0.8
"""The part of the usual width from which a line counts as full."""
_SENTENCE_END = re.compile(r"""[.!?…:。！？]["'”’»«)\]]*$""")  # noqa: RUF001 (wide signs are meant)
_DIVIDED = re.compile(r"[^\W\d_][-\u2010\u00ad]")
_MENTIONED = 5
_ANOTHER = "make the PDF again, or save the text as .docx or .md"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together, and the page on which they begin; a heading is a paragraph of one line."""

    lines: tuple[str, ...]
    page: int
    is_heading: bool


class _TooLong(BaseException):
    """Stops pypdf in the middle of a page; no `Exception`, since pypdf goes on after those."""


def read(path: Path, is_heading: Callable[[str], bool], problems: Problems) -> tuple[Paragraph, ...]:
    """Read a PDF file; `is_heading` tells the lines that stand alone and are never left out."""
    content = read_bytes(path, advice="divide it, or leave pictures out")
    if b"%PDF-" not in content[:1024]:
        what = kind(content) or ("not a PDF" if content else "empty")
        raise InputError(f"{str(path)!r} is {what}; save it as .pdf again, or give it its own suffix")
    try:
        import pypdf
    except ImportError:
        raise InputError(MISSING) from None
    try:
        with _quiet() as complaints:
            reader = pypdf.PdfReader(BytesIO(content))
            _unlock(reader, path)
            pages = _pages(reader, path)
    except InputError:
        raise
    except _TooLong:
        raise InputError(f"{str(path)!r} takes longer than {SECONDS:.0f} seconds to read; {_ANOTHER}") from None
    except (Exception, RecursionError) as error:  # Whatever pypdf meets in a file is wrong with the file.
        raise InputError(f"{str(path)!r} is damaged ({cause(error)}); {_ANOTHER}") from None
    if any("Impossible to decode" in complaint for complaint in complaints):
        problems.remark("parts of some pages cannot be read; compare the text with the pages", str(path))
    return _paragraphs(_remarked(path, pages, is_heading, problems), is_heading)


def _unlock(reader: "PdfReader", path: Path) -> None:
    """Open a file whose password is empty: it restricts printing and the like, not reading."""
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
    """The lines of each page."""
    if not len(reader.pages):
        raise InputError(f"{str(path)!r} has no pages; {_ANOTHER}")
    if len(reader.pages) > PAGES:
        raise InputError(f"{str(path)!r} has more than {PAGES:,} pages; divide it")
    stop = time.monotonic() + SECONDS
    pages: list[list[str]] = []
    characters = 0
    for number, page in enumerate(reader.pages, 1):
        text = _page_text(page, stop)
        if text is None:
            raise InputError(f"page {number} is more than a page of text; {_ANOTHER}", str(path))
        characters += len(text)
        if characters > CHARACTERS:
            raise InputError(f"{str(path)!r} holds more than {CHARACTERS:,} characters; divide it")
        pages.append([" ".join(line.replace("\x00", "").split()) for line in text.splitlines()])
    return pages


def _page_text(page: "PageObject", stop: float) -> str | None:
    """The text of a page; None where its instructions are beyond measure."""

    def look_at_clock(*_: object) -> None:
        if time.monotonic() > stop:
            raise _TooLong

    look_at_clock()
    contents = page.get_contents()
    if contents is None:
        return ""
    if len(contents.get_data()) > CONTENT:
        return None
    return page.extract_text(visitor_operand_before=look_at_clock)


def _remarked(
    path: Path, pages: Sequence[list[str]], is_heading: Callable[[str], bool], problems: Problems
) -> list[list[str]]:
    """The pages without what repeats on them; what is missing is remarked on, or is all there is."""
    blank = [number for number, lines in enumerate(pages, 1) if not any(lines)]
    if len(blank) == len(pages):
        raise InputError(f"{str(path)!r} holds pictures only; run text recognition (OCR) first")
    if blank:
        named = ", ".join(str(number) for number in blank[:_MENTIONED]) + (" …" if len(blank) > _MENTIONED else "")
        which = f"page {named} holds" if len(blank) == 1 else f"pages {named} hold"
        problems.remark(f"{which} no text; if they are pictures of text, run text recognition (OCR)", str(path))
    kept, dropped = _without_repeated(pages, is_heading)
    if dropped:
        named = ", ".join(quoted(line) for line in dropped[:_MENTIONED])
        problems.remark(f"headers or footers that repeat are left out: {named}", str(path))
    return kept


def _without_repeated(
    pages: Sequence[list[str]], is_heading: Callable[[str], bool]
) -> tuple[list[list[str]], list[str]]:
    """The pages without the first and last lines that repeat, and one of each such line.

    Odd and even pages often have different ones: half of the pages is enough for a line with a number in it. Another
    must stand on every page, since an answer may well end half of them ("I do not know.").
    """
    kept = [_trimmed(lines) for lines in pages]
    written = sum(1 for lines in kept if lines)
    dropped: dict[str, str] = {}
    for edge in (0, -1):
        for _ in range(EDGE):
            counts = Counter(_masked(lines[edge]) for lines in kept if lines and not is_heading(lines[edge]))
            repeated = {
                line
                for line, count in counts.items()
                if count >= REPEATED and (count == written or ("0" in line and 2 * count >= written - 1))
            }
            if not repeated:
                break
            for number, lines in enumerate(kept):
                if lines and not is_heading(lines[edge]) and (masked := _masked(lines[edge])) in repeated:
                    dropped.setdefault(masked, lines[edge])
                    kept[number] = _trimmed(lines[1:] if edge == 0 else lines[:-1])
    return kept, list(dropped.values())


def _masked(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _trimmed(lines: Sequence[str]) -> list[str]:
    """The lines without blank ones at either end."""
    written = [number for number, line in enumerate(lines) if line]
    return list(lines[written[0] : written[-1] + 1]) if written else []


def _paragraphs(pages: Sequence[Sequence[str]], is_heading: Callable[[str], bool]) -> tuple[Paragraph, ...]:
    """Join lines to paragraphs, also across pages."""
    paragraphs: list[Paragraph] = []
    open: list[list[str]] = []
    """Lines, each in the pieces it is joined of: hyphens may divide a word as often as there are lines."""
    end = ""
    begins = 0

    def close() -> None:
        if open:
            paragraphs.append(Paragraph(tuple(map("".join, open)), begins, is_heading=False))
            open.clear()

    for number, lines in enumerate(pages, 1):
        usual = _usual_width(lines)
        for line in lines:
            if not line:
                close()
            elif is_heading(line):
                close()
                paragraphs.append(Paragraph((line,), number, is_heading=True))
            else:
                begins = begins if open else number
                if open and _DIVIDED.fullmatch(end) and line[0].islower():
                    open[-1][-1] = open[-1][-1][:-1]
                    open[-1].append(line)
                    end = (end[:-1] + line)[-2:]
                else:
                    open.append([line])
                    end = line[-2:]
                if len(line) < SHORT * usual and _SENTENCE_END.search(line):
                    close()
    close()
    return tuple(paragraphs)


def _usual_width(lines: Sequence[str]) -> int:
    """The length that nine of ten lines of a page do not exceed."""
    lengths = sorted(len(line) for line in lines if line)
    return lengths[(len(lengths) * 9 - 1) // 10] if lengths else 0


@contextmanager
def _quiet() -> Iterator[set[str]]:
    """Keep what pypdf says of a file off the terminal; its kinds are gathered instead."""
    complaints: set[str] = set()

    class Listing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            complaints.add(str(record.msg))

    logger = logging.getLogger("pypdf")
    handler, propagated = Listing(), logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield complaints
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated
