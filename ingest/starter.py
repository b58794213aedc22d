"""A small commented example corpus to start from."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from taeg.base.errors import InputError, TaegError


def write(folder: Path, *, table: bool = False) -> list[Path]:
    """Write the example into a new or empty folder; return the files."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{str(folder)!r} already exists and is not empty; name a new folder")
        with as_file(files("ingest") / "data" / "starter" / ("table" if table else "documents")) as example:
            shutil.copytree(example, folder, copy_function=shutil.copyfile, dirs_exist_ok=True)
    except OSError as error:
        raise TaegError(f"cannot write {folder}: {error.strerror or error}") from error
    return sorted(path for path in folder.rglob("*") if path.is_file())
