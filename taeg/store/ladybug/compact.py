"""Compaction of an embedded graph file: copying it into a new file when most of it is unused.

Written by hand because the engine never reuses the space of a deleted node or its index entry and has no statement for
it, so that a file grows with every replacement. The content is copied into a new file, read back, and moved into place
in one step. A process killed at any moment leaves the old or the new file. The caller must hold the lock
and have closed the file.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ladybug

import cypher
from taeg.store.ladybug import files
from taeg.store.ladybug.driver import close, leave_open
from taeg.store.ladybug.opening import ENGINE_ERRORS

SLICE = 50_000
"""Node slots read at once."""

Open = Callable[[Path, bool], ladybug.Database]
"""Opens a file, read-only or not."""


def rewrite(path: Path, open_file: Open) -> None:
    """Replace a closed file by a new one with the same content.

    On any problem (disk full, an unfinished log beside the file) raise an error and keep the old file.
    """
    files.delete_scratch(path)
    with files.scratch(path) as copy:
        with open_file(path, True) as old:
            _copy(old, open_file(copy, False))
        with open_file(path, True) as old, open_file(copy, True) as new:
            # on a full disk the engine reports success for data it did not store
            if _fingerprints(old) != _fingerprints(new):
                raise RuntimeError("the copy differs from the original")
        _like(path, copy)
        _sync(copy)
        beside = [*_unfinished(path), *_unfinished(copy)]
        if beside:
            raise RuntimeError(f"{beside[0]} is not finished")
        copy.replace(path)
        _sync(path.parent)


def _copy(old: ladybug.Database, new: ladybug.Database) -> None:
    """Copy everything and close the copy; on a full disk leave it open."""
    target = ladybug.Connection(new)
    try:
        with ladybug.Connection(old) as source:
            _copy_tables(source, target)
    except ENGINE_ERRORS:
        leave_open(new, target)
        raise
    close(new, target)


def _copy_tables(source: ladybug.Connection, target: ladybug.Connection) -> None:
    import pandas as pd

    for statement in cypher.query("ladybug/schema").statements:
        target.execute(statement)
    end = _end(source)
    loads = cypher.query("ladybug/rewrite_load").statements
    for read, load in zip(cypher.query("ladybug/rewrite_read").statements, loads, strict=True):
        order = _columns(target, read)
        for start in range(0, end, SLICE):
            rows = list(_rows(source, read, start=start, stop=start + SLICE))
            if rows:
                # by name: a migrated file can have its columns in another order
                frame = pd.DataFrame(rows, columns=_columns(source, read), dtype=object)[order]
                target.execute(load, {"rows": frame})


def _fingerprints(database: ladybug.Database) -> list[tuple[int, int]]:
    """For each table the number of rows and a sum of their hashes, independent of their order."""
    found = []
    with ladybug.Connection(database) as connection:
        end = _end(connection)
        for read in cypher.query("ladybug/rewrite_read").statements:
            names = _columns(connection, read)
            count = total = 0
            for start in range(0, end, SLICE):
                for row in _rows(connection, read, start=start, stop=start + SLICE):
                    count += 1
                    total += hash(repr(sorted(zip(names, row, strict=True))))
            found.append((count, total))
    return found


def _end(connection: ladybug.Connection) -> int:
    """The slot after the last one in use."""
    return max((int(row[1]) for row in _rows(connection, cypher.query("ladybug/places").text)), default=0)


def _columns(connection: ladybug.Connection, read: str) -> list[str]:
    with _result(connection, read, start=0, stop=0) as result:
        return result.get_column_names()


def _rows(connection: ladybug.Connection, statement: str, **parameters: int) -> Iterator[list[Any]]:
    with _result(connection, statement, **parameters) as result:
        while result.has_next():
            yield list(result.get_next())


def _result(connection: ladybug.Connection, statement: str, **parameters: int) -> ladybug.QueryResult:
    result = connection.execute(statement, parameters)
    if isinstance(result, list):
        raise TypeError("one statement at a time")
    return result


def _like(path: Path, scratch: Path) -> None:
    """Copy permissions and owner."""
    before = path.stat()
    scratch.chmod(before.st_mode & 0o777)
    if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(scratch, before.st_uid, before.st_gid)


def _unfinished(path: Path) -> list[Path]:
    """The engine's files beside a graph file, such as its log; none after an orderly close."""
    logs = [f"{path.name}{suffix}" for suffix in files.LOGS]
    return [f for f in path.parent.iterdir() if f.name in logs or f.name.startswith(tuple(f"{log}." for log in logs))]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
