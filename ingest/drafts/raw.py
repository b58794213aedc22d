"""Raw documents: the text of a file as it was read, its paragraphs, and how a person would cite a place in it.

Each format is read by a function of `ingest.drafts.formats`. No headings or event ids are expected.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.drafts import formats
from ingest.drafts.folder import ORIGINALS, TEXTS
from ingest.drafts.formats import Content, Piece
from taeg.base.errors import InputError, Problems, nearest, quoted

READERS: Mapping[str, Callable[[Path, Problems], Content]] = {
    ".txt": formats.read_text,
    ".text": formats.read_text,
    ".md": formats.read_text,
    ".markdown": formats.read_text,
    ".docx": formats.read_docx,
    ".pdf": formats.read_pdf,
    ".html": formats.read_html,
    ".htm": formats.read_html,
    ".rtf": formats.read_rtf,
    ".odt": formats.read_odt,
    ".eml": formats.read_email,
    ".vtt": formats.read_captions,
    ".srt": formats.read_captions,
}
"""The function that reads each format, by suffix."""
SUFFIXES = tuple(READERS)
REMEDIES = {
    ".doc": "save it as .docx",
    ".docm": "save it as .docx",
    ".pages": "export it as .docx",
    ".msg": "save the message as .eml",
    ".mp3": "transcribe it and save the transcript as .vtt or .txt",
    ".wav": "transcribe it and save the transcript as .vtt or .txt",
    ".jpg": "recognise its text and save it as .txt",
    ".png": "recognise its text and save it as .txt",
    ".tif": "recognise its text and save it as .txt",
}
"""What to do with formats that are not read."""
BREAK = "\n\n"
"""Between the paragraphs of a text that is not the file's own."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a raw document."""

    start: int
    end: int
    number: int
    """Its number in the file, from 1."""
    page: int = 0
    """The page on which it begins; 0 if the file has no pages."""
    seconds: float | None = None
    """When it was said, in a recording."""
    reference: str = ""
    """What the file itself cites for it."""
    event: str = ""
    """Id of its event, if the file names it."""
    title: str = ""
    """Title of its event, if the file names it."""


@dataclass(frozen=True, slots=True)
class RawDocument:
    """A document as it was read."""

    path: Path
    text: str
    """The characters that offsets count."""
    own_text: bool
    """Whether the text is that of the file itself, byte for byte in UTF-8."""
    paragraphs: tuple[Paragraph, ...]
    unit: str
    """How places are cited: `line`, `paragraph`, `page` or `time`."""
    source: str = ""
    """Id of the source."""
    title: str = ""
    date: str = ""
    """ISO 8601; when the document was written."""
    name: str = ""
    """Name of its text, if a file has several."""
    alias: str = ""
    """Name of the file in the folder of a draft, if it is another one than here."""
    _starts: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def stored(self) -> str:
        """Name of the file in the folder of a draft."""
        return self.alias or self.path.name

    def cite(self, start: int, end: int) -> str:
        """Return what a person would cite for a range of characters: `lines 3-5`, `page 2`, `paragraph 7`."""
        if self.unit == "line":
            first = self.text.count("\n", 0, start) + 1
            return _numbers("line", first, first + self.text.rstrip("\n").count("\n", start, end))
        one, other = (
            self.paragraphs[max(0, bisect_right(self._starts, at) - 1)] for at in (start, max(start, end - 1))
        )
        if one.reference:
            same = other.reference in ("", one.reference)
            return one.reference if same else f"{one.reference} - {other.reference}"
        if self.unit == "time":
            return clock(one.seconds or 0.0)
        if self.unit == "page":
            return _numbers("page", one.page, other.page)
        page = f"page {one.page}, " if one.page else ""
        return page + _numbers("paragraph", one.number, other.number)


def _numbers(unit: str, first: int, last: int) -> str:
    return f"{unit} {first}" if last <= first else f"{unit}s {first}-{last}"


def clock(seconds: float) -> str:
    """Format a time of a recording: `00:01:05`."""
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def is_raw(path: Path) -> bool:
    """Whether the file is a document that can be read, judging by its suffix."""
    return path.suffix.casefold() in READERS


def read(path: Path, problems: Problems) -> RawDocument:
    """Read a document; raise InputError if it has no text."""
    suffix = path.suffix.casefold()
    if suffix not in READERS:
        remedy = REMEDIES.get(suffix) or f"give one of {', '.join(SUFFIXES)}{nearest(suffix, SUFFIXES)}"
        raise InputError(f"{str(path)!r} is {suffix or 'without a suffix'}, which is not read; {remedy}")
    content = READERS[suffix](path, problems)
    found = from_content(path, content)
    if not found.text.strip():
        pictures = "it may be a scan: recognise its text (OCR) and save it as .txt" if suffix == ".pdf" else "remove it"
        raise InputError(f"{str(path)!r} has no text; {pictures}")
    return found


def from_content(path: Path, content: Content, name: str = "", events: Sequence[tuple[str, str]] = ()) -> RawDocument:
    """Locate the pieces of a file in its text, or join them to one; `events` are ids and titles of their events."""
    paragraphs: list[Paragraph] = []
    if content.text is None:
        pieces = [piece for piece in content.pieces if piece.text.strip()]
        text, position = BREAK.join(piece.text for piece in pieces), 0
        for number, piece in enumerate(pieces, 1):
            paragraphs.append(_paragraph(position, piece, number))
            position += len(piece.text) + len(BREAK)
    else:
        text, position = content.text, 0
        for number, piece in enumerate(content.pieces, 1):
            start = text.index(piece.text, position)
            paragraphs.append(_paragraph(start, piece, number))
            position = start + len(piece.text)
    if events:
        paragraphs = [replace(p, event=id, title=title) for p, (id, title) in zip(paragraphs, events, strict=True)]
    return RawDocument(
        path,
        text,
        content.own_text,
        tuple(paragraphs),
        content.unit,
        title=content.title,
        date=content.date,
        source=content.source,
        name=name,
        _starts=tuple(paragraph.start for paragraph in paragraphs),
    )


def _paragraph(start: int, piece: Piece, number: int) -> Paragraph:
    return Paragraph(start, start + len(piece.text), number, piece.page, piece.seconds, piece.reference)


def described(
    document: RawDocument, source: str, date: str = "", title: str = "", rename: Callable[[str], str] = str
) -> RawDocument:
    """Return the document with its source, and with a date or title that the user gave.

    `rename` replaces names in what is written about the document, but not in its text.
    """
    alias = rename(document.path.name)
    return replace(
        document,
        source=source,
        date=date or document.date,
        title=rename(title or document.title),
        alias=alias if alias != document.path.name else "",
    )


def text_name(document: RawDocument) -> str:
    """Name of the text in the folder of a draft: the original itself if it is plain text, else a file beside it."""
    if document.own_text:
        return f"{ORIGINALS}/{document.stored}"
    return f"{TEXTS}/{document.name or document.stored}.txt"


def _called(document: RawDocument) -> str:
    return f"{document.name!r} in {str(document.path)!r}" if document.name else repr(str(document.path))


def check_together(documents: Sequence[RawDocument]) -> None:
    """Raise InputError for documents that cannot be aligned: a single source, or the same text twice."""
    texts: dict[str, RawDocument] = {}
    for document in documents:
        words = " ".join(document.text.split())
        if words in texts:
            raise InputError(f"{_called(document)} has the same text as {_called(texts[words])}; give one of them only")
        texts[words] = document
    if len(sources := {document.source for document in documents}) < 2:
        only = f" ({quoted(sources.pop(), 60)})" if sources else ""
        raise InputError(
            f"a draft needs accounts of at least two sources{only}; give more documents, or say with "
            "--source NAME=FILE,FILE which files belong to whom"
        )
