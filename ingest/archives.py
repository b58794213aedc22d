"""Look into an office file (.docx, .xlsx: a zip of XML) before any library opens it, and refuse what is unsafe.

Not for reading documents, and nothing is ever unpacked to disk.

Sizes in a zip are what its writer says they are. Every member is therefore read to its end here, in pieces:
`zipfile` yields no more than the declared size and compares the checksum at the end, so a member larger than it says
shows as damage, and libraries that read by `zipfile` later meet no more than what was counted here. That holds for
stored and deflated members only (bzip2 and LZMA unpack a piece whole), and office files have no others.

An element of four bytes takes a hundred times that in memory and time, and packs to nothing. Tags and attributes are
therefore counted beside bytes.
"""

import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath

from ingest.files import kind, read_bytes
from taeg.base.errors import InputError, quoted, shortened

UNPACKED = 256 * 1024 * 1024
"""Bytes of all members together; a book with pictures is far smaller."""
RATIO = 200
"""How many times its packed size a member may have, from `RATIO_FROM` on; real sheets and documents stay below 50."""
RATIO_FROM = 1024 * 1024
MEMBERS = 10_000
TAGS = {".docx": 3_000_000, ".xlsx": 10_000_000}
"""Tags and attributes of all members together. A page of a plain document has some hundred, of one that was made from a
PDF word by word ten thousand; a cell of a sheet has seven, and sheets are read row by row."""
_PIECE = 1024 * 1024
_XML = (".xml", ".rels")
_ENCODINGS = (b"utf-8", b"utf-16", b"us-ascii", b"iso-8859-1", b"windows-1252")
"""Encodings in which `<!ENTITY` is these letters, but for NULs between them; others could hide it."""
_DECLARED = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)
_PROGRAMS = {".docx": "Word", ".xlsx": "Excel"}


def check_zip(path: Path) -> Mapping[str, int]:
    """Refuse a file that is no sound and harmless zip; return its members with the number of tags and attributes."""
    content = read_bytes(path, advice="leave pictures out, or divide it")
    if not content.startswith(b"PK\x03\x04"):
        raise InputError(_no_zip(content, path))
    # Counted before `zipfile` makes an object of each.
    if content.count(b"PK\x01\x02") > MEMBERS:
        raise InputError(f"{str(path)!r} holds more than {MEMBERS:,} parts; {_save_again(path)}")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            _check_directory(members, path)
            tags: Counter[str] = Counter()
            left = _most_tags(path)
            for member in members:
                found = _check_member(archive, member, path, left)
                tags[member.filename] += found
                left -= found
    except _DAMAGE as error:
        reason = shortened(" ".join(str(error).split()), 120) or type(error).__name__
        raise InputError(f"{str(path)!r} is damaged ({reason}); {_save_again(path)}") from None
    return tags


def _check_directory(members: list[zipfile.ZipInfo], path: Path) -> None:
    """Refuse by what the zip says of itself."""
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        shown = quoted(member.filename, 80)
        if member.flag_bits & 1:
            raise InputError(f"{str(path)!r} is protected by a password; save it without one")
        if name.is_absolute() or ".." in name.parts or re.match("[A-Za-z]:", member.filename):
            raise InputError(f"{str(path)!r} holds a part that points outside of it ({shown}); {_save_again(path)}")
        if name.name.casefold() == "vbaproject.bin":
            plain = path.suffix.casefold() if path.suffix.casefold() in _PROGRAMS else ".docx or .xlsx"
            raise InputError(f"{str(path)!r} holds macros; save it as a plain {plain}")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(f"{str(path)!r} is packed as no office program does ({shown}); {_save_again(path)}")
        if member.file_size > RATIO_FROM and member.file_size > RATIO * member.compress_size:
            raise InputError(
                f"{str(path)!r} would unpack to more than {RATIO} times its size ({shown}) and is not opened; "
                f"{_save_again(path)}"
            )
    if sum(member.file_size for member in members) > UNPACKED:
        raise InputError(
            f"{str(path)!r} would unpack to more than {UNPACKED // 1024**2} MiB; leave pictures out, or divide it"
        )


def _check_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, most: int) -> int:
    """Read a member to its end; refuse definitions of entities (which expand without end), whatever its name.

    What could be XML is refused with more than so many tags and attributes, and their number is returned.

    A DOCTYPE alone expands nothing: it is refused in XML parts, which never have one, but not in a picture (SVG).
    NULs are left out before looking, so that UTF-16 looks like the rest.
    """
    xml = member.filename.casefold().endswith(_XML)
    with archive.open(member) as stream:
        piece = stream.read(_PIECE).replace(b"\0", b"")
        if not _readable(piece, xml):
            raise InputError(
                f"{str(path)!r}: {quoted(member.filename, 80)} is not XML in UTF-8 or UTF-16; {_save_again(path)}"
            )
        counts = xml or _begun(piece).startswith(b"<")
        tags = 0
        seen = b""
        while piece:
            tags += piece.count(b"<") + piece.count(b"=") if counts else 0
            if tags > most:
                raise InputError(f"{str(path)!r} holds more than {_most_tags(path):,} tags and attributes; divide it")
            seen = seen[-16:] + piece
            if b"<!ENTITY" in seen or (xml and b"<!DOCTYPE" in seen):
                raise InputError(
                    f"{str(path)!r}: {quoted(member.filename, 80)} defines its own document type, which office files "
                    f"never do, and is not opened; {_save_again(path)}"
                )
            piece = stream.read(_PIECE).replace(b"\0", b"")
    return tags


def _most_tags(path: Path) -> int:
    return TAGS.get(path.suffix.casefold(), min(TAGS.values()))


def _begun(start: bytes) -> bytes:
    """The beginning of a text, without what may stand before it."""
    for mark in _BYTE_ORDER_MARKS:
        start = start.removeprefix(mark)
    return start.lstrip()


def _readable(start: bytes, xml: bool) -> bool:
    """Whether a definition could be found in what begins like this."""
    start = _begun(start)
    if xml and start and not start.startswith(b"<"):
        return False
    declared = _DECLARED.match(start)
    return declared is None or declared[1].lower() in _ENCODINGS


def _no_zip(content: bytes, path: Path) -> str:
    suffix = path.suffix.casefold()
    what = kind(content)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        plain = suffix if suffix in _PROGRAMS else ".docx or .xlsx"
        return (
            f"{str(path)!r} is protected by a password, or an old .doc or .xls; "
            f"open it in {_PROGRAMS.get(suffix, 'its program')} and save it as {plain} without a password"
        )
    if not content:
        return f"{str(path)!r} is empty; {_save_again(path)}"
    if what.startswith("a zip archive"):
        return f"{str(path)!r} is damaged; {_save_again(path)}"
    return f"{str(path)!r} is {what or 'text or something else'}, not {suffix or 'an office file'}; {_save_again(path)}"


def _save_again(path: Path) -> str:
    suffix = path.suffix.casefold()
    if suffix in _PROGRAMS:
        return f"open it in {_PROGRAMS[suffix]} and save it as {suffix} again"
    return "open it in the program that made it and save it again"
