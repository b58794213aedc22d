"""The file of an embedded graph and the files beside it: log, lock, and the copy that compaction makes.

A path is resolved once, before lock, log and engine use it: two names of a file (a relative path, a symbolic link, a
path through a linked folder) are one graph. The engine gets absolute paths only, because it expands a leading `~`
itself.
"""

import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taeg.base.errors import InputError, TaegError, shortened

LOCK = ".lock"
"""Suffix of our lock file."""
LOGS = (".wal", ".wal.checkpoint", ".shadow")
"""Suffixes of the engine's log; none of these files remains after an orderly close."""
SCRATCH = ".compact-"
"""In the name of the folder in which compaction makes its copy, followed by a random token."""
COPY, MARKER = "graph", "taeg-compaction"
"""The copy in that folder, and the file that identifies the folder as ours: it contains the token."""
_TOKEN = re.compile(r"[0-9a-f]{16}")
_LONGEST_SUFFIX = ".checkpoint.intent.lock"
"""The longest suffix of a file of the engine."""
_LONGEST_NAME = 255
"""Bytes of a file name, on all common file systems."""


def locate(given: Path) -> tuple[Path, bool]:
    """Resolve the path of a graph and return it with whether the file exists; refuse what cannot be a graph."""
    try:
        own = _is_own_link(given)
        path = Path(os.path.realpath(given))
        str(path).encode()
        _check_length(path)
        found = _status(path)
    except UnicodeError as error:
        raise InputError("the path of the store is not UTF-8 text; choose another --store") from error
    except PermissionError as error:
        raise TaegError(f"you may not access the store {_shown(given)}; choose another --store") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot use the store {_shown(given)}: {reason}; choose another --store") from error
    if not own:
        raise InputError(f"{given} is a symbolic link of another user; choose another --store")
    if found and stat.S_ISDIR(found.st_mode):
        raise InputError(f"store {given} is a folder; name a file, for example {given / 'taeg.db'}")
    if found and not stat.S_ISREG(found.st_mode):
        raise InputError(f"store {given} is not an ordinary file; choose another --store")
    _check_name(given, path)
    _check_log(given, path, missing=found is None)
    return path, found is not None


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _is_own_link(path: Path) -> bool:
    """Whether a path is no link, or one that another user cannot have made to redirect us."""
    return not (path.is_symlink() and hasattr(os, "getuid") and path.lstat().st_uid not in (os.getuid(), 0))


def _check_length(path: Path) -> None:
    """Raise OSError if the names of the files beside a graph would be too long."""
    longest = _scratch_folder(path, "0" * 16) / f"{COPY}{_LONGEST_SUFFIX}"
    if any(len(os.fsencode(part)) > _LONGEST_NAME for part in longest.parts):
        raise OSError(None, "a name in it is too long")
    with suppress(FileNotFoundError, NotADirectoryError):
        longest.lstat()


def _check_name(given: Path, path: Path) -> None:
    """Raise InputError for a file that belongs to another graph."""
    if path.name.casefold().endswith((LOCK, *LOGS)):
        raise InputError(
            f"{given} has the name of a lock or log file, which belongs to another graph; choose another --store"
        )
    if _is_scratch(path.parent):
        raise InputError(
            f"{given} is the copy of a graph that an interrupted compaction left; it is deleted when that graph is "
            "written next; choose another --store"
        )


def _check_log(given: Path, path: Path, *, missing: bool) -> None:
    """Raise an error for a log without its graph file."""
    if missing and (logs := log_files(path)):
        raise InputError(
            f"there is no graph at {path}, but {logs[0].name} beside it, which looks like its log; put the graph "
            "file back, or choose another --store"
        )
    if given.is_symlink() and (logs := log_files(given.absolute())):
        raise TaegError(
            f"the log {logs[0]} is beside a link and not beside the graph file; move it to "
            f"{path.with_name(path.name + logs[0].name.removeprefix(given.name))}"
        )


def _shown(path: Path) -> str:
    return shortened(str(path), 200)


def create_folder(path: Path) -> None:
    """Create the folder of a graph file and those above it."""
    try:
        for folder in reversed(path.parents):  # `mkdir(parents=True)` recurses, and a path can have 2,000 folders
            if not folder.is_dir():
                folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _not_created(path, error) from error


def create(path: Path) -> None:
    """Create an empty graph file that only its owner can read."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return  # another process created it
    except OSError as error:
        raise _not_created(path, error) from error


def _not_created(path: Path, error: OSError) -> TaegError:
    return TaegError(f"cannot create the graph file {_shown(path)}: {error.strerror}; choose another --store")


def check_single_name(path: Path) -> None:
    """Raise InputError if a file has several hard links.

    Lock and log would be beside one of the names only, and compaction replaces the file under one of them.
    """
    if (count := path.stat().st_nlink) > 1:
        raise InputError(
            f"the graph file {path} has {count} names (hard links) and cannot be written safely; write to a copy of "
            f"it: cp {path} NEW.db"
        )


def log_files(path: Path) -> list[Path]:
    """Return the files of the engine's log that exist beside a graph file."""
    found = (path.with_name(f"{path.name}{suffix}") for suffix in LOGS)
    return [file for file in found if os.path.lexists(file)]


@contextmanager
def scratch(path: Path) -> Iterator[Path]:
    """Create a private folder beside a graph file for a copy of it, and delete it at the end of the block."""
    token = secrets.token_hex(8)
    folder = _scratch_folder(path, token)
    folder.mkdir(mode=0o700)
    try:
        (folder / MARKER).write_text(token)
        yield folder / COPY
    finally:
        _delete(folder)


def delete_scratch(path: Path) -> None:
    """Delete the folders that killed compactions of a file left; nothing else, whatever its name."""
    with suppress(OSError):  # a folder that cannot be listed
        for found in path.parent.iterdir():
            if found.name.startswith(path.name + SCRATCH) and _is_scratch(found):
                _delete(found)


def _scratch_folder(path: Path, token: str) -> Path:
    return path.with_name(f"{path.name}{SCRATCH}{token}")


def _is_scratch(folder: Path) -> bool:
    """Whether we created a folder: its name has a token, which its marker file contains."""
    token = folder.name.rpartition(SCRATCH)[2]
    marker = folder / MARKER
    with suppress(OSError, ValueError):
        if _TOKEN.fullmatch(token) and not folder.is_symlink() and stat.S_ISREG(marker.lstat().st_mode):
            return marker.stat().st_size == len(token) and marker.read_text() == token
    return False


def _delete(folder: Path) -> None:
    """Delete a scratch folder: the copy with the engine's files, the marker, then the folder if it is empty."""
    with suppress(OSError):
        for file in folder.iterdir():
            if file.name.startswith(COPY):
                file.unlink()
        (folder / MARKER).unlink(missing_ok=True)
        folder.rmdir()
