"""Read a user's file without letting its size or its state surprise anybody."""

from pathlib import Path

from taeg.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Bytes; every gospel in every script is far smaller."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a regular file of sane size."""
    try:
        if not path.is_file():
            raise InputError(f"{str(path)!r} is not a file; give an existing file")
        with path.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise InputError(f"{str(path)!r} is larger than {LARGEST // 1024**2} MiB; give a file of verses")
    return content


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
