"""The engine's files beside a graph file: which of them it made, and whether a log merely ends early.

The engine takes every file with such a name for its own: it replays or deletes it. So a file that it did not make is
refused before the engine sees it. Its own have the id of the graph, which the graph file has, too, or they are what a
writer left that died; the lock file still has its pid.
"""

import os
import stat
import struct
from pathlib import Path

from taeg.base.errors import InputError
from taeg.store.ladybug import files

SPILL = ".tmp"
"""Suffix of the file for what does not fit into memory; the engine deletes it when it closes the graph."""
ENGINE_LOCKS = (".checkpoint.intent.lock", ".checkpoint.apply.lock")
"""Suffixes of the engine's lock files, which are empty."""
REPLAYED = (".wal.checkpoint", ".wal")
"""Suffixes of logs with records, in the order in which they are replayed."""
_MAGIC = b"LBUG"
_ID = slice(28, 44)
"""Place of the id in the graph file; a log begins with it."""
_PAGE = 4096
_HEADER = 25
"""Bytes of a log before its first record: id, a flag, checksum."""
_LENGTH = struct.Struct("<Q")
"""A record is its length, its content and a checksum of the same size."""


def check(path: Path, *, interrupted: bool) -> None:
    """Raise InputError for a file that the engine would delete and did not make.

    `interrupted` says that the last writer died, so that its files are still there.
    """
    for suffix in (*files.LOGS, SPILL, *ENGINE_LOCKS):
        file = path.with_name(path.name + suffix)
        try:
            status = file.lstat()
        except OSError:
            continue
        ours = stat.S_ISREG(status.st_mode) and (not status.st_size or interrupted or _has_id(file, path))
        if not ours:
            raise InputError(
                f"{file} is no file of the graph {path.name}, but has the name of one, and would be deleted; move it "
                "away, or choose another --store"
            )


def _has_id(file: Path, path: Path) -> bool:
    """Whether the beginning of a file has the id of a graph, or is a page that was never written."""
    try:
        head = _head(path)
        begin = _head(file)
    except OSError:
        return not os.access(path, os.R_OK)  # a graph that cannot be read is reported by the engine
    return not head.startswith(_MAGIC) or head[_ID] in begin or not begin.strip(b"\0")


def _head(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(_PAGE)


def log_ends_early(path: Path) -> bool:
    """Whether a log of a graph ends within a record, or in zeros: then only its last change can be incomplete."""
    logs = (path.with_name(path.name + suffix) for suffix in REPLAYED)
    return any(_ends_early(log) for log in logs if log.is_file())


def _ends_early(log: Path) -> bool:
    size = log.stat().st_size
    if size < _HEADER:
        return True
    with log.open("rb") as stream:
        place = _HEADER
        while place < size:
            stream.seek(place)
            start = stream.read(_LENGTH.size)
            if len(start) < _LENGTH.size:
                return True
            [length] = _LENGTH.unpack(start)
            if not length:  # the disk had no time to write it
                return not any(start + stream.read())
            place += length + 2 * _LENGTH.size
    return place > size
