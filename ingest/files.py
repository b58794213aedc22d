"""Reading and decoding of user files, with limits on size and clear errors."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from taeg.base.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Bytes; every gospel in every script is far smaller."""

_OFFICE = (
    (b"xl/workbook.xml", "an Excel file"),
    (b"word/document.xml", "a Word document"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text"),
)
"""Names or contents that appear uncompressed in these zip archives."""
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
    """Raise OSError if a path cannot be accessed; a path that does not exist is no error.

    `exists` and `is_file` ignore such errors from Python 3.14 on.
    """
    try:
        path.stat()
    except ValueError:
        pass  # the path contains NUL, so it does not exist
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            raise


def read_bytes(path: Path, advice: str = "give a file of verses", *, any_size: bool = False) -> bytes:
    """Return the content of a regular file of at most `LARGEST` bytes; `advice` is the remedy for a larger one."""
    with opened(path) as stream:
        # The size is checked first, so that a large file is not read in vain.
        long = not any_size and os.fstat(stream.fileno()).st_size > LARGEST
        content = b"" if long else stream.read(-1 if any_size else LARGEST + 1)
    if long or (not any_size and len(content) > LARGEST):
        raise InputError(f"{str(path)!r} is larger than {LARGEST // 1024**2} MiB; {advice}")
    return content


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading; raise InputError if it cannot be read."""
    try:
        if not path.is_file():
            raise InputError(f"{str(path)!r} is not a file; give an existing file")
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{str(path)!r} cannot be read: {reason}; check its permissions and path") from None


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a file of a corpus folder resolves to a path outside the folder, as in a hostile corpus."""
    return not path.resolve().is_relative_to(folder.resolve())


def kind(content: bytes) -> str:
    """Return what a binary file is by its first bytes (`a PDF`, `a zip archive`); empty for anything else."""
    if content.startswith(b"PK\x03\x04"):
        return next((what for name, what in _OFFICE if name in content), "a zip archive")
    return next((what for start, what in _KINDS if content.startswith(start)), "")


def decode(content: bytes, encoding: str, path: Path, advice: str = "save the file as UTF-8") -> str:
    """Decode strictly; the error message has the line of the first invalid byte or NUL."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
        byte = content[error.start : error.start + 1]
        meant = byte.decode("windows-1252", "replace")
        likely = f" ({meant!r} in Windows-1252)" if meant.isprintable() and meant != "\ufffd" else ""
        raise InputError(
            f"byte 0x{byte.hex().upper()}{likely} is not {error.encoding.upper()}; {advice}", f"{path}:{line}"
        ) from None
    if (at := text.find("\x00")) >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError("the file contains a NUL character; save it as plain UTF-8 text", f"{path}:{line}")
    return text
