"""A small commented example of a corpus, for a person to write over."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from taeg.base.errors import InputError, TaegError


def write(folder: Path, *, table: bool = False) -> list[Path]:
    """Write the example into a folder that is not there or empty; returns the files."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{str(folder)!r} is there already; name a new folder, nothing is written over")
        folder.mkdir(parents=True, exist_ok=True)
        return _copied(files("ingest") / "data" / "starter" / ("table" if table else "documents"), folder)
    except OSError as error:
        raise TaegError(f"cannot write {folder}: {error.strerror}") from error


def _copied(source: Traversable, target: Path) -> list[Path]:
    written = []
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        path = target / entry.name
        if entry.is_dir():
            path.mkdir()
            written += _copied(entry, path)
        else:
            path.write_bytes(entry.read_bytes())
            written.append(path)
    return written
