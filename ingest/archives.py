"""Safety checks of office files (.docx, .xlsx: zip archives of XML) before a library opens them.

The sizes in a zip archive are what its writer claims. Each member is therefore read to its end here, in pieces:
`zipfile` yields no more than the declared size and verifies the checksum, so a member that is larger than it claims
is reported as damaged. That holds for stored and deflated members only; office files have no others.

An XML element of four bytes takes a hundred times that in memory and compresses to nothing, so tags and attributes
are counted as well as bytes.
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
from taeg.base.errors import InputError, cause, quoted

UNPACKED = 256 * 1024 * 1024
"""Bytes of all members together."""
RATIO = 200
"""Compression ratio of a member above `RATIO_FROM` bytes; real sheets and documents stay below 50."""
RATIO_FROM = 1024 * 1024
MEMBERS = 10_000
TAGS = {".docx": 3_000_000, ".odt": 3_000_000, ".xlsx": 10_000_000}
"""Tags and attributes of all members together. A page of a document has some hundred, of one that was converted from a
PDF ten thousand; a cell of a sheet has seven, and sheets are read row by row."""
_PIECE = 1024 * 1024
_XML = (".xml", ".rels")
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)
_PROGRAMS = {".docx": "Word", ".odt": "LibreOffice", ".xlsx": "Excel"}


def check_zip(path: Path) -> Mapping[str, int]:
    """Raise if a file is not a sound and harmless zip archive; return the number of tags of each member."""
    content = read_bytes(path, advice="leave pictures out, or divide it")
    if not content.startswith(b"PK\x03\x04"):
        raise InputError(_no_zip(content, path))
    if content.count(b"PK\x01\x02") > MEMBERS:  # before `zipfile` creates an object for each
        raise InputError(f"{str(path)!r} has more than {MEMBERS:,} parts; {_save_again(path)}")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            _check_directory(members, path)
            tags: Counter[str] = Counter()
            most = TAGS[path.suffix.casefold()]
            for member in members:
                tags[member.filename] += _check_member(archive, member, path, most - tags.total())
    except _DAMAGE as error:
        raise InputError(f"{str(path)!r} is damaged ({cause(error)}); {_save_again(path)}") from None
    return tags


def _check_directory(members: list[zipfile.ZipInfo], path: Path) -> None:
    """Check what the archive says about its members."""
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        shown = quoted(member.filename, 80)
        if member.flag_bits & 1:
            raise InputError(f"{str(path)!r} is protected by a password; save it without one")
        if name.is_absolute() or ".." in name.parts or re.match("[A-Za-z]:", member.filename):
            raise InputError(f"{str(path)!r} has a part that points outside of it ({shown}); {_save_again(path)}")
        if name.name.casefold() == "vbaproject.bin":
            raise InputError(f"{str(path)!r} contains macros; save it as a plain {path.suffix.casefold()}")
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
    """Read a member to its end and return the number of its tags and attributes; raise if it declares entities.

    A DOCTYPE alone is refused in XML parts only: pictures (SVG) may have one. NULs are removed before searching, so
    that UTF-16 reads like UTF-8; an encoding in which XML does not begin with `<` is refused.
    """
    xml = member.filename.casefold().endswith(_XML)
    shown = f"{str(path)!r}: {quoted(member.filename, 80)}"
    tags, previous, first = 0, b"", True
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE).replace(b"\0", b""):
            if first:
                is_markup = re.match(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<", piece) is not None
                if xml and not is_markup:
                    raise InputError(f"{shown} is not XML in UTF-8 or UTF-16; {_save_again(path)}")
                first = False
            tags += piece.count(b"<") + piece.count(b"=") if is_markup else 0
            if tags > most:
                limit = TAGS[path.suffix.casefold()]
                raise InputError(f"{str(path)!r} has more than {limit:,} tags and attributes; divide it")
            joined = previous + piece
            if b"<!ENTITY" in joined or (xml and b"<!DOCTYPE" in joined):
                raise InputError(
                    f"{shown} defines its own document type, which office files never do, and is not opened; "
                    f"{_save_again(path)}"
                )
            previous = piece[-16:]
    return tags


def _no_zip(content: bytes, path: Path) -> str:
    suffix = path.suffix.casefold()
    what = kind(content)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        return (
            f"{str(path)!r} is protected by a password, or an old .doc or .xls; "
            f"open it in {_PROGRAMS[suffix]} and save it as {suffix} without a password"
        )
    if not content:
        return f"{str(path)!r} is empty; {_save_again(path)}"
    if what.startswith("a zip archive"):
        return f"{str(path)!r} is damaged; {_save_again(path)}"
    return f"{str(path)!r} is {what or 'text or something else'}, not {suffix}; {_save_again(path)}"


def _save_again(path: Path) -> str:
    suffix = path.suffix.casefold()
    return f"open it in {_PROGRAMS[suffix]} and save it as {suffix} again"
