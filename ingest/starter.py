"""A small commented example corpus to start from."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from taeg.base.errors import InputError, TaegError


def write(folder: Path, *, table: bool = False) -> list[Path]:
    """Write the example into a new or empty folder; return the files."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{str(folder)!r} already exists and is not empty; name a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        return _copy(files("ingest") / "data" / "starter" / ("table" if table else "documents"), folder)
    except OSError as error:
        raise TaegError(f"cannot write {folder}: {error.strerror}") from error


def _copy(source: Traversable, target: Path) -> list[Path]:
    written = []
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        path = target / entry.name
        if entry.is_dir():
            path.mkdir()
            written += _copy(entry, path)
        else:
            path.write_bytes(entry.read_bytes())
            written.append(path)
    return written
