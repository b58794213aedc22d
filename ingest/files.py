"""Read a user's file without letting its size or its state surprise anybody.

Not for office files (`ingest.archives` looks into those first) and not for tables (`ingest.tables`).
"""

import errno
import os
from pathlib import Path

from taeg.base.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Bytes; every gospel in every script is far smaller."""

_OFFICE = (
    (b"xl/workbook.xml", "an Excel file"),
    (b"word/document.xml", "a Word document"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text"),
)
"""What is written unpacked in a zip that is one of these."""
_KINDS = (
    (b"PK\x05\x06", "a zip archive"),
    (b"PK\x07\x08", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (.doc, .xls) or one protected by a password"),
    (b"{\\rtf", "a rich text file (RTF)"),
)


def look(path: Path) -> None:
    """Raise what the system has against looking at a path; that nothing is there is no fault.

    `exists` and `is_file` keep it to themselves from Python 3.14 on.
    """
    try:
        path.stat()
    except ValueError:
        pass  # a NUL in it: nothing is there
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            raise


def read_bytes(path: Path, advice: str = "give a file of verses", *, any_size: bool = False) -> bytes:
    """Return the content of a regular file of at most `LARGEST` bytes; `advice` is what to do about a larger one."""
    try:
        if not path.is_file():
            raise InputError(f"{str(path)!r} is not a file; give an existing file")
        with path.open("rb") as stream:
            # Its size is asked first: nobody waits for what is not going to be used.
            long = not any_size and os.fstat(stream.fileno()).st_size > LARGEST
            content = b"" if long else stream.read(-1 if any_size else LARGEST + 1)
    except OSError as error:
        reason = f"{error.strerror or error}"
        raise InputError(f"{str(path)!r} cannot be read: {reason}; see who may read it and where it lies") from None
    if long or (not any_size and len(content) > LARGEST):
        raise InputError(f"{str(path)!r} is larger than {LARGEST // 1024**2} MiB; {advice}")
    return content


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a file of a corpus folder is, or lies behind, a link to somewhere else, as a hostile corpus may hold."""
    return not path.resolve().is_relative_to(folder.resolve())


def kind(content: bytes) -> str:
    """What a file is by its first bytes where it is not text, as in 'is …': `a PDF`, `a zip archive`; else nothing."""
    if content.startswith(b"PK\x03\x04"):
        return next((what for name, what in _OFFICE if name in content), "a zip archive")
    return next((what for start, what in _KINDS if content.startswith(start)), "")


def decode(content: bytes, encoding: str, path: Path) -> str:
    """Decode strictly; the message names the line of the first byte or character that does not fit."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte {error.start + 1} is not {error.encoding.upper()}; save the file as UTF-8", f"{path}:{line}"
        ) from None
    if (at := text.find("\x00")) >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError("the file holds a NUL character; save it as plain UTF-8 text", f"{path}:{line}")
    return text
