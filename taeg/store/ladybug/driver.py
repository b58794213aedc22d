"""The embedded engine: LadybugDB in this process, with one file.

A lock file beside the graph allows either readers or one writer, because a reader that opens the file during a commit
can see half of it. Readers wait for a writer, and a writer for readers, for some time; a second writer fails at once.

The engine aborts the process if the disk fills up while it writes its log into the file, which it also does on closing.
So free space is checked before each write, and a CHECKPOINT statement, which can fail safely, precedes closing. After a
failure the engine's objects are never destroyed; the next process that opens the file replays the log.
"""

import ctypes
import random
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, Self

import ladybug

import cypher
from taeg.base.errors import InputError, TaegError
from taeg.store.engine import Columns, Row
from taeg.store.ladybug import companions, files
from taeg.store.ladybug.lock import PAUSE, FileLock
from taeg.store.ladybug.opening import (
    CANNOT_WRITE,
    ENGINE_ERRORS,
    closing_error,
    database,
    is_torn,
    is_transient,
    log_error,
    opening_error,
    private_files,
    statement_error,
)

REOPENED_AFTER = 130_000
"""Rows; the engine frees the memory of loaded rows only when the file is closed."""
MARGIN = 16 << 20
"""Bytes of free disk required before a statement: the length at which the engine writes its log into the file."""
LARGEST_CHANGE = 256 << 20
"""Bytes: the largest part of a file that a change is assumed to touch."""
WORTH_COMPACTING = 8_000_000
"""Bytes; smaller files are not compacted."""
WASTE = 4
"""Allowed ratio of allocated to used node slots."""
OPEN_TRIES = 12


class LadybugStore:
    """A `Store` over one LadybugDB file."""

    engine = "ladybug"
    exclusive = True

    def __init__(self, opened: ladybug.Database, path: Path, lock: FileLock, *, read_only: bool) -> None:
        self._database = opened
        self._connection = ladybug.Connection(opened)
        self._path = path
        self._lock = lock
        self._read_only = read_only
        self._broken = False
        self._loaded = 0
        """Rows loaded since the engine was opened."""
        self._out_of_room = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, create: bool = True) -> Self:
        """Open the file; a writer creates it if it does not exist, readable by its owner only."""
        given, (path, exists) = path, files.locate(path)
        if not exists and (read_only or not create):
            raise InputError(f"there is no graph at {given}; create one with: taeg ingest gospels --store {given}")
        if not exists:
            files.create_folder(path)
        lock = FileLock(path, shared=read_only)
        try:
            if not read_only:
                files.create(path)
                files.check_single_name(path)
                companions.check(path, interrupted=lock.interrupted)
                files.delete_scratch(path)
                check_space(path, MARGIN)
            return cls._opened(path, read_only, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _opened(cls, path: Path, read_only: bool, lock: FileLock) -> Self:
        blocked: TaegError | None = None
        for attempt in range(OPEN_TRIES):
            unfinished = bool(files.log_files(path))
            try:
                return cls(database(path, read_only), path, lock, read_only=read_only)
            except ENGINE_ERRORS as error:
                # while we hold the lock nobody else writes, and only a log can be the cause of a transient error
                again = is_transient(error, path) and (unfinished or not lock.held)
                if attempt + 1 == OPEN_TRIES or not again:
                    raise blocked or opening_error(error, path, read_only=read_only, unfinished=unfinished) from error
                torn = is_torn(error, path)
                if torn and lock.held and not companions.log_ends_early(path):
                    raise log_error(error, path) from error
            if read_only or torn:
                blocked = _recover(path, lock, torn=torn)
            time.sleep(PAUSE * (attempt + random.random()))  # noqa: S311 (not for security)
        raise AssertionError("unreachable")

    def has_schema(self) -> bool:
        tables = {row["name"] for row in self.read("ladybug/tables")}
        if tables and "TaegSchema" not in tables:
            raise InputError(f"{self._path} is a graph of another program; choose another --store")
        return bool(tables)

    def create_schema(self) -> None:
        self._write_all("ladybug/schema")

    def migrate(self, version: int) -> None:
        self._write_all(f"ladybug/migrate_{version}")

    def _write_all(self, name: str) -> None:
        for statement in cypher.query(name).statements:
            self._write(statement, {})

    def read(self, name: str, **parameters: object) -> list[Row]:
        text = cypher.query(name).text
        for bound in {"start", "stop"} & parameters.keys():  # for a literal the engine skips chunks outside the slice
            text = text.replace(f"${bound}", f"{parameters.pop(bound):d}")
        return self._run(text, parameters)

    def columns(self, name: str, **parameters: object) -> Columns:
        return self.read(name, **parameters)[0]

    def write(self, name: str, **parameters: object) -> list[Row]:
        return self._write(cypher.query(name).text, parameters)

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        import pandas as pd

        frame = pd.DataFrame(columns)
        if len(frame):
            # for few rows too: rows inserted one by one before a COPY made the engine lose keys of its index
            self._write(cypher.query(f"ladybug/load_{name}").text, {"rows": frame})
            self._loaded += len(frame)
        if self._loaded >= REOPENED_AFTER:
            self._close_engine()
            self._open_engine()

    def tidy(self) -> None:
        if self._broken or not self._is_wasteful():
            return
        from taeg.store.ladybug import compact

        self._close_engine()
        try:
            with suppress(*ENGINE_ERRORS, OSError, TaegError):  # such as a full disk: keep the file as it is
                check_space(self._path)
                compact.rewrite(self._path, database)
        finally:
            self._open_engine()

    def _is_wasteful(self) -> bool:
        """Return whether most of the file is unused."""
        if self._path.stat().st_size < WORTH_COMPACTING:
            return False
        rows = self.read("ladybug/places")
        given, used = (sum(int(row[name]) for row in rows) for name in ("given", "used"))
        return given > WASTE * max(used, 1)

    def close(self) -> None:
        try:
            if self._out_of_room:
                leave_open(self._database, self._connection)
            else:
                self._close_engine()
        finally:
            self._lock.release()

    def _close_engine(self) -> None:
        with private_files():
            if self._read_only or self._broken:
                self._connection.close()
                self._database.close()
                return
            try:
                close(self._database, self._connection)
            except (*ENGINE_ERRORS, TaegError) as error:
                self._broken = self._out_of_room = True
                raise closing_error(error, self._path) from error

    def _open_engine(self) -> None:
        """Reopen the file; the lock was held meanwhile."""
        try:
            self._database = database(self._path, read_only=False)
        except ENGINE_ERRORS as error:
            self._broken = True
            raise opening_error(error, self._path, read_only=False, unfinished=False) from error
        self._connection = ladybug.Connection(self._database)
        self._loaded = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _write(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        if self._broken:
            raise TaegError(f"an earlier write to the graph file {self._path} failed; open it again")
        check_space(self._path, MARGIN)
        try:
            with private_files():
                return self._run(text, parameters)
        except TaegError as error:
            # a commit that failed (disk full) is recovered when the file is opened next, but another statement on
            # this connection can corrupt it
            self._broken = True
            self._out_of_room = CANNOT_WRITE in str(error)
            raise

    def _run(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        try:
            result = self._connection.execute(text, parameters)
            if isinstance(result, list):
                raise TypeError("one statement at a time")
            with result:  # closing it frees memory of the engine
                names = result.get_column_names()
                return [dict(zip(names, map(_plain, row), strict=True)) for row in result.get_all()]
        except ENGINE_ERRORS as error:
            raise statement_error(error, self._path) from error


def close(opened: ladybug.Database, connection: ladybug.Connection) -> None:
    """Close both. If the log cannot be written, raise RuntimeError or TaegError and leave them open."""
    path = Path(opened.database_path)
    try:
        if files.log_files(path):
            check_space(path)
        result = connection.execute(cypher.query("ladybug/checkpoint").text)
    except (*ENGINE_ERRORS, TaegError):
        leave_open(opened, connection)
        raise
    if not isinstance(result, list):
        result.close()
    connection.close()
    opened.close()


def leave_open(*parts: object) -> None:
    """Keep the engine's objects alive until the process ends: destroying them would write the log again."""
    for part in parts:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(part))


def check_space(path: Path, spare: int = 0) -> None:
    """Raise TaegError if the disk of a graph file is too small for a change.

    Generous: a change can touch every page of a small file, and each page is written twice.
    """
    try:
        free = shutil.disk_usage(path.parent).free
        needed = spare + min(path.stat().st_size, LARGEST_CHANGE)
    except OSError:
        return  # unknown
    if free < needed:
        raise TaegError(
            f"the disk of the graph file {path} has {free / 1e6:,.1f} MB left, and writing to it may take "
            f"{needed / 1e6:,.1f} MB; free some space and run the command again"
        )


def _plain(value: object) -> object:
    """Convert the Decimal that the engine returns for a sum of integers."""
    return int(value) if isinstance(value, Decimal) else value


def _recover(path: Path, lock: FileLock, *, torn: bool) -> TaegError | None:
    """Open the file for writing and close it, so that the engine replays the log of a writer that died.

    Only the last commit can be incomplete, and it was never reported as done. Return what prevented it.
    """
    try:
        with lock.exclusively(), private_files():
            companions.check(path, interrupted=lock.interrupted)
            check_space(path, MARGIN)
            found = database(path, read_only=False, torn=torn)
            close(found, ladybug.Connection(found))
    except InputError:
        raise
    except TaegError as error:
        return error
    except ENGINE_ERRORS:
        return None  # opening the file again fails with the same message
    return None
