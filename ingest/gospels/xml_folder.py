"""The published data folder: a chronology in XML and the gospels of one translation in XML.

The files declare XML 1.1 or 1.2, which parsers reject, so they are decoded here and parsed as XML 1.0. The decoded text
is checked for a document type before parsing, so that no encoding can hide one and no entity is ever defined. Titles,
days and locations are taken from the files. Events, books, chapters and verses may be nested in grouping elements, but
not in an element of the same name, which would repeat their text.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from ingest.files import decode, leads_out, read_bytes
from ingest.gospels import gold_text
from ingest.gospels.assemble import assemble, one_spaced
from ingest.gospels.books import GOSPELS, gospel_named
from ingest.gospels.chronology import Account, Row, chronology
from ingest.gospels.verse_reference import VerseReference, parse_number
from ingest.gospels.verses import VerseText
from ingest.request import Request, slug
from taeg.base.errors import InputError
from taeg.model.corpus import Corpus, Event

CHRONOLOGY = "ChronologyOfTheFourGospels_PW.xml"
MOST_TAGS = 2_000_000
"""Maximum number of tags and attributes of a file, which take far more memory than text. Four gospels in which every
word is marked up have a quarter of it."""

_DECLARATION = re.compile(r"\A<\?xml\s[^>]{0,200}\?>")
_ENCODING = re.compile(rb"""\A<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "windows-1252"})


def read(request: Request) -> Corpus:
    """Read the folder as a corpus."""
    translation, verses = read_verses(request.path)
    rows = _rows(request.path / CHRONOLOGY)
    return assemble(
        request.name or f"gospels-{slug(translation)}",
        rows,
        verses,
        request.profile,
        language=request.language or ("en" if translation.casefold().startswith("english") else "und"),
        segments=_segments(request.path / gold_text.GOLD_FILE, rows),
    )


def _segments(path: Path, rows: list[Row]) -> list[str] | None:
    """Read the gold text file. Without one, return None (rebuild it) for the published chronology, else no segments."""
    if path.exists():
        _read_own(path)
        return gold_text.read_segments(path, rows)
    return None if [row.accounts for row in rows] == [row.accounts for row in chronology()] else []


def parse(path: Path) -> etree._Element:
    """Parse a file and return its root element; raise InputError if it is not acceptable XML."""
    text = _text(path)
    if (at := text.find("<!DOCTYPE")) >= 0:
        raise InputError(
            "the file has a document type (<!DOCTYPE ...>), which is not read for safety; remove it",
            f"{path}:{text.count(chr(10), 0, at) + 1}",
        )
    if text.count("<") + text.count("=") > MOST_TAGS:
        raise InputError(f"the file has more than {MOST_TAGS:,} tags and attributes; keep those of verses", str(path))
    # Without the declaration, but with its line ends, which keep the line numbers.
    body = _DECLARATION.sub(lambda declaration: "\n" * declaration[0].count("\n"), text)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    try:
        return etree.fromstring(body.encode(), parser)
    except etree.XMLSyntaxError as error:
        reason = one_spaced(error.msg or "it is empty").rstrip(".")
        raise InputError(f"the XML cannot be read: {reason}; correct the file", f"{path}:{error.lineno or 1}") from None


def _text(path: Path) -> str:
    """Decode a file according to its byte order mark or XML declaration."""
    content = _read_own(path)
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return decode(content, encoding, path)
    declared = _ENCODING.match(content)
    encoding = declared.group(1).decode().casefold() if declared else "utf-8"
    if encoding not in _ENCODINGS:
        raise InputError(f"the encoding {encoding!r} is not read; save the file as UTF-8", f"{path}:1")
    return decode(content, encoding, path)


def _read_own(path: Path) -> bytes:
    """Read a file of the folder; refuse links that lead out of it."""
    if leads_out(path, path.parent):
        raise InputError(f"{str(path)!r} is a link to a file outside the corpus folder; put the file itself there")
    return read_bytes(path)


def _rows(path: Path) -> list[Row]:
    """Read the chronology; its events are in timeline order."""
    rows: list[Row] = []
    seen: dict[str, str] = {}
    for element, origin in _find_all(path, parse(path), "event"):
        identifier = one_spaced(element.get("id") or "")
        if not identifier:
            raise InputError("an event has no id; give it one, as in <event id='1'>", origin)
        if identifier in seen:
            raise InputError(
                f"event {identifier!r} appears twice (first: {seen[identifier]}); give each its own id", origin
            )
        seen[identifier] = origin
        accounts = []
        for gospel in GOSPELS:
            cells = [(text, _origin(path, cell)) for cell in element.findall(gospel.id) if (text := _content(cell))]
            if len(cells) > 1:
                raise InputError(
                    f"event {identifier!r} has two references for {gospel.title}; write one list: 14:3,5-7", cells[1][1]
                )
            accounts += [Account(gospel.id, VerseReference.parse(text, at), at) for text, at in cells]
        title, day, location = (_content(element.find(tag)) for tag in ("description", "day", "when_where"))
        rows.append(Row(Event(identifier, title, day=day, location=location, origin=origin), tuple(accounts)))
    if not rows:
        raise InputError("the chronology has no <event>; give the published file or one like it", f"{path}:1")
    return rows


def read_verses(folder: Path) -> tuple[str, VerseText]:
    """Return the name of the translation and its verses, from the other XML files of the folder."""
    translations: dict[str, str] = {}
    books: dict[str, str] = {}
    files: dict[str, str] = {}
    verses: dict[tuple[str, int, int], str] = {}
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"folder {str(folder)!r} cannot be read: {error.strerror or error}") from None
    for path in paths:
        if path.name == CHRONOLOGY or path.suffix.casefold() != ".xml" or not path.is_file():
            continue
        root = parse(path)
        if root.tag == "bible":
            _check_translation(root, _origin(path, root), translations)
            _read_books(path, root, books, verses)
            files |= dict.fromkeys(books.keys() - files.keys(), path.name)
    if missing := [gospel.title for gospel in GOSPELS if gospel.title not in books]:
        raise InputError(
            f"{str(folder)!r} has no text of {', '.join(missing)}; "
            "put an XML file with <bible><book name=...> for each gospel beside the chronology"
        )
    return next(iter(translations)), VerseText(verses, files)


def _check_translation(root: etree._Element, origin: str, translations: dict[str, str]) -> None:
    """Record the translation of a file; raise if another file has a different one."""
    translation = one_spaced(root.get("translation") or "")
    if not translation:
        raise InputError("<bible> has no translation; name it, as in <bible translation='English ASV'>", origin)
    for other, other_origin in translations.items():
        if other != translation:
            raise InputError(
                f"the folder has two translations, {other!r} ({other_origin}) and {translation!r}; "
                "keep the files of one",
                origin,
            )
    translations[translation] = origin


def _read_books(
    path: Path, root: etree._Element, books: dict[str, str], verses: dict[tuple[str, int, int], str]
) -> None:
    """Add the gospels of a file to `books` (title and origin) and `verses`."""
    for book, origin in _find_all(path, root, "book"):
        name = one_spaced(book.get("name") or "")
        if not name:
            raise InputError("a <book> has no name; name it, as in <book name='Luke'>", origin)
        gospel = gospel_named(name)
        if gospel is None:
            continue
        title = gospel.title
        if title in books:
            raise InputError(f"{title} is given twice (first: {books[title]}); keep one of them", origin)
        books[title] = origin
        for chapter, chapter_origin in _find_all(path, book, "chapter"):
            number = parse_number(
                chapter.get("number", "").strip(), f"the number of a chapter of {title}", chapter_origin
            )
            for verse, verse_origin in _find_all(path, chapter, "verse"):
                what = f"the number of a verse of {title} {number}"
                key = (title, number, parse_number(verse.get("number", "").strip(), what, verse_origin))
                if key in verses:
                    raise InputError(f"{title} {number}:{key[2]} is given twice; keep one of them", verse_origin)
                verses[key] = _content(verse)


def _find_all(path: Path, within: etree._Element, tag: str) -> Iterator[tuple[etree._Element, str]]:
    """Yield the elements with a tag at any depth and their origins; raise if one is inside another with that tag."""
    for element in within.iter(tag):
        origin = _origin(path, element)
        if next(element.iterancestors(tag), None) is not None:
            article = "an" if tag == "event" else "a"
            raise InputError(f"{article} <{tag}> is inside another <{tag}>; close the one before it", origin)
        yield element, origin


def _origin(path: Path, element: etree._Element) -> str:
    return f"{path}:{element.sourceline}"


def _content(element: etree._Element | None) -> str:
    return "" if element is None else one_spaced("".join(str(piece) for piece in element.itertext()))
