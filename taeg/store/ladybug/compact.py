"""Writing an embedded graph file anew when most of it is room that nothing uses any more.

The engine never gives the place of a deleted node again, nor its entry in the index of keys, and has no statement that
would: under replacement a file grows without end. So the content is copied into a fresh file beside it, read back,
and moved into its place in one step. Killed at any moment, this leaves the old file or the new one. Only for whoever
has the file to itself and has closed it; not for what is in the graph, which stays the same to the last key.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ladybug

import cypher
from taeg.store.ladybug import close as closing

WASTE = 4
"""How many times the places in use a file may have given out."""
WORTH_IT = 8_000_000
"""Bytes; a smaller file is left as it is."""
SLICE = 50_000
"""Places read at once."""
SCRATCH = ".compact"

Open = Callable[[Path, bool], ladybug.Database]
"""How a file is opened, read-only or not."""


def is_due(connection: ladybug.Connection, path: Path) -> bool:
    """Whether most of a file is room that nothing uses."""
    if path.stat().st_size < WORTH_IT:
        return False
    rows = list(_rows(connection, cypher.query("ladybug/places").text))
    given, used = (sum(int(row[column]) for row in rows) for column in (1, 2))
    return given > WASTE * max(used, 1)


def rewrite(path: Path, open_file: Open) -> None:
    """Put a fresh file with the same content in the place of a file that is closed.

    Where anything is not as it should be (no room on the disk, an unfinished log beside the file), the old file stays
    and a RuntimeError or OSError says why.
    """
    path = path.resolve()  # a link stays one
    scratch = path.with_name(path.name + SCRATCH)
    clear(path)
    try:
        with open_file(path, True) as old:
            _copy(old, open_file(scratch, False))
        with open_file(path, True) as old, open_file(scratch, True) as new:
            # the engine's word that something is stored is not enough where the disk is full
            if _fingerprints(old) != _fingerprints(new):
                raise RuntimeError("the copy is not like the original")
        _like(path, scratch)
        _sync(scratch)
        beside = [*_companions(path), *_companions(scratch)]
        if beside:
            raise RuntimeError(f"{beside[0]} is not finished")
        scratch.replace(path)
        _sync(path.parent)
    finally:
        clear(path)


def clear(path: Path) -> None:
    """Remove what a rewriting that was killed left beside a file."""
    path = path.resolve()
    scratch = path.with_name(path.name + SCRATCH)
    for leftover in path.parent.iterdir():
        if leftover.name.startswith(scratch.name):  # the copy, its log, and locks of the engine
            leftover.unlink(missing_ok=True)


def _copy(old: ladybug.Database, new: ladybug.Database) -> None:
    """Copy everything and close the copy; where it has no room, it is never closed."""
    target = ladybug.Connection(new)
    try:
        with ladybug.Connection(old) as source:
            _copy_tables(source, target)
    except RuntimeError:
        closing.leave_open(new, target)
        raise
    closing.close(new, target)


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
                # by name: a file that was migrated can have its columns in another order
                frame = pd.DataFrame(rows, columns=_columns(source, read), dtype=object)[order]
                target.execute(load, {"rows": frame})


def _fingerprints(database: ladybug.Database) -> list[tuple[int, int]]:
    """For each table the number of its rows and a sum over them, whatever their order."""
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
    """The place after the last one in use."""
    return max((int(row[1]) for row in _rows(connection, cypher.query("ladybug/places").text)), default=0)


def _columns(connection: ladybug.Connection, read: str) -> list[str]:
    result = _result(connection, read, start=0, stop=0)
    try:
        return result.get_column_names()
    finally:
        result.close()


def _rows(connection: ladybug.Connection, statement: str, **parameters: int) -> Iterator[list[Any]]:
    result = _result(connection, statement, **parameters)
    try:
        while result.has_next():
            yield list(result.get_next())
    finally:
        result.close()


def _result(connection: ladybug.Connection, statement: str, **parameters: int) -> ladybug.QueryResult:
    result = connection.execute(statement, parameters)
    if isinstance(result, list):
        raise TypeError("one statement at a time")
    return result


def _like(path: Path, scratch: Path) -> None:
    """The same people may read and write the new file as the old one."""
    before = path.stat()
    scratch.chmod(before.st_mode & 0o777)
    if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(scratch, before.st_uid, before.st_gid)


def _companions(path: Path) -> list[Path]:
    """The engine's own files beside a graph file, such as its log; there is none once it was closed in order."""
    beginnings = (f"{path.name}.wal", f"{path.name}.shadow")
    return [found for found in path.parent.iterdir() if found.name.startswith(beginnings)]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
