"""Readers of raw documents: text, Word, PDF, HTML, RTF, OpenDocument, e-mail and captions, as pieces of text.

Each format is read with a maintained library; those of RTF, OpenDocument, captions and PDF are extras
(`pip install 'taeg[documents]'`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

from ingest import plain_yaml
from ingest.archives import check_zip
from ingest.files import decode, kind, read_bytes
from taeg.base.errors import InputError, Problems, cause
from taeg.text import times

ADVICE = "divide it"
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_HEADING_LINE = re.compile(r" {0,3}#{1,6}\s")
_SPEAKER = re.compile(r"\s*<v(?:\.[^\s>]*)?\s+([^>]+)>")
_MARKUP = re.compile(r"<[^>]*>")
_NAMED = re.compile(r"\s*>*\s*([A-Z][\w .'\u2019-]{0,40}):\s+(?=\S)")
_BLOCK_TAGS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
_HIDDEN_TAGS = frozenset(["head", "script", "style", "template", "noscript", "svg", "math", "iframe", "object"])
_CONTINUED = re.compile(r"""[^.!?…:"'\u201d\u2019)\]]\s*$""")


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph of a file."""

    text: str
    page: int = 0
    seconds: float | None = None
    reference: str = ""
    """What the file itself cites for it."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a file contains."""

    pieces: Sequence[Piece]
    unit: str
    text: str | None = None
    """The text in which the pieces are found; None: the pieces joined."""
    own_text: bool = False
    title: str = ""
    date: str = ""
    source: str = ""


def read_text(path: Path, _: Problems) -> Content:
    """Read plain text or Markdown. Paragraphs are separated by blank lines."""
    content = read_bytes(path, ADVICE)
    if what := kind(content):
        raise InputError(f"{str(path)!r} is {what}, not text; give it its own suffix")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        decoded = decode(content, "utf-16", path)
    else:
        try:
            decoded = decode(content, "utf-8-sig", path)
        except InputError:
            decoded = decode(content, "windows-1252", path)
    text = decoded.replace("\r\n", "\n").replace("\r", "\n")
    fields, start = _front_matter(text, path)
    body = text[start:]
    pieces = [Piece(piece) for piece in _paragraphs(body) if not _HEADING_LINE.match(piece) or "\n" in piece]
    own = path.suffix.casefold() in (".txt", ".text") and text.encode() == content
    return Content(pieces, "line", text, own, fields.get("title", ""), _date(fields.get("date", "")))


def _front_matter(text: str, path: Path) -> tuple[dict[str, str], int]:
    """Return the fields between two lines `---` at the beginning, and where the text begins."""
    if not text.startswith("---\n") or (end := text.find("\n---", 3)) < 0:
        return {}, 0
    node = plain_yaml.load(text[4:end], path, first_line=2)
    values = node.values.items() if isinstance(node, plain_yaml.Fields) else ()
    return {k.casefold(): v.value for k, v in values if isinstance(v, plain_yaml.Text)}, text.find("\n", end + 1) + 1


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text; where no line is blank, each line is one, unless it continues in the next."""
    if _BLANK_LINES.search(text.strip()):
        yield from (piece.strip("\n").strip() for piece in _BLANK_LINES.split(text) if piece.strip())
        return
    pending: list[str] = []
    for line in text.split("\n"):
        pending.append(line)
        if not _CONTINUED.search(line):
            yield "\n".join(pending).strip()
            pending = []
    if any(line.strip() for line in pending):
        yield "\n".join(pending).strip()


def read_docx(path: Path, problems: Problems) -> Content:
    """Read a Word file."""
    from ingest.documents import docx

    blocks, properties = docx.read(path, problems)
    titles = [block.text for block in blocks if block.level]
    pieces = [Piece(block.text, block.page) for block in blocks if not block.level]
    title = titles[0] if titles else ""
    return Content(pieces, "paragraph", title=title or (properties["title"].text if "title" in properties else ""))


def read_pdf(path: Path, problems: Problems) -> Content:
    """Read the text of a PDF file."""
    from ingest.documents import pdf

    blocks = pdf.read(path, lambda _: None, problems)
    return Content([Piece(block.text, block.page) for block in blocks], "page")


def read_html(path: Path, _: Problems) -> Content:
    """Read the visible text of an HTML file."""
    content = read_bytes(path, ADVICE)
    title, pieces = _html_pieces(content)
    return Content(pieces, "paragraph", title=title)


def _html_pieces(content: bytes | str) -> tuple[str, list[Piece]]:
    from lxml import html

    if not content.strip():
        return "", []
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    root = html.document_fromstring(content, parser=parser)
    blocks: list[list[str]] = [[]]

    def walk(element: Any) -> None:  # noqa: ANN401 (lxml's elements)
        if not isinstance(element.tag, str) or element.tag in _HIDDEN_TAGS:
            return
        separate = element.tag in _BLOCK_TAGS
        if separate:
            blocks.append([])
        blocks[-1].append(element.text or "")
        for child in element:
            walk(child)
            blocks[-1].append(child.tail or "")
        if separate:
            blocks.append([])

    body = root.find("body")
    walk(root if body is None else body)
    texts = (" ".join("".join(block).split()) for block in blocks)
    return " ".join((root.findtext(".//title") or "").split()), [Piece(text) for text in texts if text]


def read_rtf(path: Path, _: Problems) -> Content:
    """Read a rich text file."""
    module = _library("striprtf.striprtf", "RTF files", path, "striprtf")
    content = read_bytes(path, ADVICE)
    if not content.lstrip().startswith(b"{\\rtf"):
        raise InputError(f"{str(path)!r} is not rich text (RTF); save it as .rtf again")
    try:
        text = module.rtf_to_text(content.decode("latin-1"), errors="replace")
    except Exception as error:  # the library raises many types for damaged files
        raise InputError(f"{str(path)!r} cannot be read as RTF ({cause(error)}); save it as .docx") from None
    return Content([Piece(" ".join(line.split())) for line in text.split("\n") if line.strip()], "paragraph")


def read_odt(path: Path, _: Problems) -> Content:
    """Read an OpenDocument text."""
    module = _library("odfdo", "OpenDocument files", path, "odfdo")
    check_zip(path)
    try:
        body = module.Document(BytesIO(read_bytes(path, ADVICE))).body
        found = [
            (e.tag == "text:h", " ".join(str(e.text_recursive).split())) for e in body.get_elements("//text:h|//text:p")
        ]
    except Exception as error:
        raise InputError(f"{str(path)!r} cannot be read as OpenDocument ({cause(error)}); save it as .docx") from None
    titles = [text for heading, text in found if heading and text]
    pieces = [Piece(text) for heading, text in found if text and not heading]
    return Content(pieces, "paragraph", title=titles[0] if titles else "")


def read_email(path: Path, problems: Problems) -> Content:
    """Read an e-mail message: its own words, without the quoted message that it answers."""
    message = BytesParser(policy=policy.default).parsebytes(read_bytes(path, ADVICE))
    try:
        body = message.get_body(("plain", "html"))
        text = body.get_content() if isinstance(body, EmailMessage) else ""
    except (LookupError, KeyError, AssertionError) as error:
        raise InputError(f"{str(path)!r} cannot be read as e-mail ({cause(error)}); save its text as .txt") from None
    if isinstance(body, EmailMessage) and body.get_content_subtype() == "html":
        pieces = _html_pieces(text)[1]
    else:
        lines = text.replace("\r\n", "\n").split("\n")
        own = "\n".join(line for line in lines if not line.startswith(">"))
        if quoted := sum(line.startswith(">") for line in lines):
            problems.remark(f"{quoted} lines that quote another message are left out", str(path))
        pieces = [Piece(" ".join(piece.split())) for piece in _paragraphs(own)]
    if attached := [part.get_filename() or "unnamed" for part in message.iter_attachments()]:
        problems.remark(f"attachments are not read; save them as files: {', '.join(attached)}", str(path))
    name, address = parseaddr(str(message.get("from", "")))
    sent = message.get("date")
    date = sent.datetime.strftime("%Y-%m-%dT%H:%M") if sent is not None and getattr(sent, "datetime", None) else ""
    return Content(pieces, "paragraph", title=name or address, date=date, source=name or address.partition("@")[0])


def read_captions(path: Path, _: Problems) -> Content:
    """Read a transcript (.vtt, .srt): captions of one speaker are joined to sentences, with the time of the first."""
    module = _library("webvtt", "transcripts (.vtt, .srt)", path, "webvtt-py")
    content = read_bytes(path, ADVICE)
    decode(content, "utf-8-sig", path)
    try:
        captions = (module.from_srt if path.suffix.casefold() == ".srt" else module.read)(str(path))
        found = [(caption.start_in_seconds, caption.raw_text) for caption in captions]
    except Exception as error:
        raise InputError(f"{str(path)!r} is not a transcript ({cause(error)}); save its text as .txt") from None
    pieces: list[Piece] = []
    speaker = ""
    for seconds, raw in found:
        named = _SPEAKER.match(raw) or _NAMED.match(_MARKUP.sub("", raw))
        words = " ".join(_MARKUP.sub("", raw).split())
        if named and not _SPEAKER.match(raw):
            words = words[_NAMED.match(words).end() :] if _NAMED.match(words) else words  # type: ignore[union-attr]
        new = bool(named) and named[1].strip() != speaker  # type: ignore[index]
        if new:
            speaker = named[1].strip()  # type: ignore[index]
        if pieces and not new and _CONTINUED.search(pieces[-1].text):
            pieces[-1] = Piece(f"{pieces[-1].text} {words}", seconds=pieces[-1].seconds)
        else:
            pieces.append(Piece(f"{speaker}: {words}" if new else words, seconds=float(seconds)))
    return Content(pieces, "time")


def _date(written: str) -> str:
    """Return a date of front matter if it is one."""
    try:
        times.parse(written)
    except InputError:
        return ""
    return written


def _library(name: str, what: str, path: Path, package: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        raise InputError(f"{str(path)!r}: {what} need the package {package}: pip install {package}") from None
