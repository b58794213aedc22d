"""The embedded engine: LadybugDB in this process, one file, nothing to set up.

One process may write at a time, and while it does nobody reads: a lock file beside the graph sees to that, since a
reader that opens in the middle of a commit can be shown half of it. Readers wait for a writer for a while, and a
writer for readers; of two writers the second is told at once.
"""

import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, Self

import ladybug

import cypher
from taeg.base.errors import InputError, TaegError
from taeg.store.engine import Columns, Row
from taeg.store.ladybug import close as closing
from taeg.store.ladybug import compact as compaction
from taeg.store.ladybug import disk_space as room
from taeg.store.ladybug.lock import FileLock

POOL = 2.0
"""Gigabytes that the engine may keep in memory (`TAEG_POOL`), enough for some two million versions. Its own default is
most of the machine's memory."""
REOPENED_AFTER = 100_000
"""Rows: the engine keeps the memory of all it has loaded until the file is closed. To close and open takes a moment."""
OPEN_TRIES = 12
OPEN_PAUSE = 0.05
_TRANSIENT = ("checkpoint", "wal", "corrupt", "checksum")
"""Words of the errors met after a writer was killed in its commit, until somebody has recovered the file."""
_TORN = ("checksum", "corrupt", "past the end")
"""Those of them that say that the log ends in the middle of a record."""

_CANNOT_WRITE = "Cannot write to file"


class LadybugStore:
    """A `Store` over one LadybugDB file."""

    engine = "ladybug"
    exclusive = True

    def __init__(self, database: ladybug.Database, path: Path, lock: FileLock, *, read_only: bool) -> None:
        self._database = database
        self._connection = ladybug.Connection(database)
        self._path = path
        self._lock = lock
        self._read_only = read_only
        self._broken = False
        self._loaded = 0
        """Rows since the engine was opened."""
        self._out_of_room = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, create: bool = True) -> Self:
        """Open the file, making it (readable by its owner alone) where a writer finds none and may."""
        try:
            if path.is_dir():
                raise InputError(f"store {path} is a folder; name a file, for example {path / 'taeg.db'}")
            missing = not path.exists()
        except (OSError, ValueError) as error:
            raise TaegError(f"cannot look at the store {str(path)[:200]}: {_first_line(error)}") from error
        if missing and (read_only or not create):
            raise InputError(f"there is no graph at {path}; make one with: taeg ingest gospels --store {path}")
        if missing:
            _create_file(path)
        lock = FileLock(path, shared=read_only)
        try:
            if not read_only:
                compaction.clear(path)
                room.check(path, room.MARGIN)
            return cls._opened(path, read_only, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _opened(cls, path: Path, read_only: bool, lock: FileLock) -> Self:
        for attempt in range(OPEN_TRIES):
            try:
                return cls(_database(path, read_only), path, lock, read_only=read_only)
            except RuntimeError as error:
                if attempt + 1 == OPEN_TRIES or not _is_transient(error, path):
                    raise _opening_error(error, path) from error
                torn = _is_torn(error, path)
            if read_only or torn:
                _recover(path, lock, torn=torn)
            time.sleep(OPEN_PAUSE * (attempt + random.random()))  # noqa: S311 (spreads retries, guards nothing)
        raise AssertionError("unreachable")

    def has_schema(self) -> bool:
        tables = {row["name"] for row in self._execute("ladybug/tables")}
        if tables and "TaegSchema" not in tables:
            raise InputError(f"{self._path} holds a graph that is not TAEG's; choose another --store")
        return bool(tables)

    def create_schema(self) -> None:
        for statement in cypher.query("ladybug/schema").statements:
            self._write(statement, {})

    def migrate(self, version: int) -> None:
        for statement in cypher.query(f"ladybug/migrate_{version}").statements:
            self._write(statement, {})

    def read(self, name: str, **parameters: object) -> list[Row]:
        return self._execute(name, **parameters)

    def columns(self, name: str, **parameters: object) -> Columns:
        return self._execute(name, **parameters)[0]

    def write(self, name: str, **parameters: object) -> list[Row]:
        return self._write(cypher.query(name).text, parameters)

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        import pandas as pd

        frame = pd.DataFrame(columns)
        if len(frame):
            # few rows too: sent as rows before others are copied in, they made the engine lose keys of its index
            self._write(cypher.query(f"ladybug/load_{name}").text, {"rows": frame})
            self._loaded += len(frame)
        if self._loaded >= REOPENED_AFTER:
            self._close_engine()
            self._open_engine()

    def tidy(self) -> None:
        if self._broken or not compaction.is_due(self._connection, self._path):
            return
        self._close_engine()
        try:
            with suppress(RuntimeError, OSError, TaegError):  # no room for it, say: then the file stays as it is
                room.check(self._path)
                compaction.rewrite(self._path, _database)
        finally:
            self._open_engine()

    def close(self) -> None:
        try:
            if self._out_of_room:
                closing.leave_open(self._database, self._connection)
            else:
                self._close_engine()
        finally:
            self._lock.release()

    def _close_engine(self) -> None:
        with _private_files():
            if self._read_only or self._broken:
                self._connection.close()
                self._database.close()
                return
            try:
                closing.close(self._database, self._connection)
            except (RuntimeError, TaegError) as error:
                self._broken = self._out_of_room = True
                raise TaegError(
                    f"the log of the graph file {self._path} could not be written into it; nothing of it is lost: make "
                    f"room on its disk and run this again ({_first_line(error)[:120]})"
                ) from error

    def _open_engine(self) -> None:
        """Open the file again after it was closed; whoever else waits for it is kept out by the lock."""
        try:
            self._database = _database(self._path, read_only=False)
        except RuntimeError as error:
            self._broken = True
            raise _opening_error(error, self._path) from error
        self._connection = ladybug.Connection(self._database)
        self._loaded = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _execute(self, name: str, **parameters: object) -> list[Row]:
        return self._run(cypher.query(name).text, parameters)

    def _write(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        if self._broken:
            raise TaegError(f"the graph file {self._path} failed before; open it again")
        room.check(self._path, room.MARGIN)
        try:
            with _private_files():
                return self._run(text, parameters)
        except TaegError as error:
            # a commit that failed half-way (a full disk) is mended when the file is opened next, but a further
            # statement over the same connection can destroy it
            self._broken = True
            self._out_of_room = _CANNOT_WRITE in str(error)
            raise

    def _run(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        try:
            result = self._connection.execute(text, parameters)
        except (RuntimeError, UnicodeError) as error:
            reason = _first_line(error)
            if "buffer pool is full" in reason:
                reason = f"{_pool():g} GB of memory are too little for it; give it more with TAEG_POOL, in gigabytes"
            raise TaegError(f"the graph file {self._path} refused a statement: {reason}") from error
        if isinstance(result, list):
            raise TypeError("one statement at a time")
        try:
            names = result.get_column_names()
            return [dict(zip(names, map(_plain, row), strict=True)) for row in result.get_all()]
        finally:
            result.close()  # it holds memory of the engine's


def _plain(value: object) -> object:
    """A sum of integers, which comes as a Decimal, as the integer it is."""
    return int(value) if isinstance(value, Decimal) else value


@contextmanager
def _private_files() -> Iterator[None]:
    """The engine makes files of its own beside the graph; they are nobody else's to read either."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _pool() -> float:
    """The gigabytes that the user or we allow."""
    written = os.environ.get("TAEG_POOL") or str(POOL)
    try:
        pool = float(written)
    except ValueError:
        pool = 0.0
    if not 0.1 <= pool <= 1_000_000:
        raise InputError(f"TAEG_POOL is {written[:20]!r}; write gigabytes for the embedded graph, such as 4")
    return pool


def _database(path: Path, read_only: bool, *, torn: bool = False) -> ladybug.Database:
    """Open the engine; a log that is torn counts up to the last commit that is whole in it."""
    with _private_files():
        return ladybug.Database(
            str(path),
            buffer_pool_size=int(_pool() * 1e9),
            read_only=read_only,
            throw_on_wal_replay_failure=not torn,
        )


def _recover(path: Path, lock: FileLock, *, torn: bool) -> None:
    """Finish what a writer that died left half done, which a reader may not.

    Only the last commit can be half in the log, and nobody was ever told that it was done.
    """
    with suppress(TaegError, RuntimeError), lock.exclusively(), _private_files():
        room.check(path, room.MARGIN)
        database = _database(path, read_only=False, torn=torn)
        closing.close(database, ladybug.Connection(database))


def _create_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return  # another process was quicker
    except OSError as error:
        raise TaegError(f"cannot make the graph file {path}: {error.strerror}; choose another --store") from error


def _said(error: RuntimeError, path: Path) -> str:
    """What the engine says, without the path, whose words are not its own."""
    return str(error).replace(str(path), "").lower()


def _is_transient(error: RuntimeError, path: Path) -> bool:
    said = _said(error, path)
    return "lock" not in said and any(word in said for word in _TRANSIENT)


def _is_torn(error: RuntimeError, path: Path) -> bool:
    said = _said(error, path)
    return any(word in said for word in _TORN)


def _opening_error(error: RuntimeError, path: Path) -> TaegError:
    said = _said(error, path)
    if "lock" in said:
        holder = str(error).partition("PID ")[2].partition(")")[0]
        who = f" by process {holder}" if holder else ""
        return TaegError(f"the graph file {path} is in use{who}; wait until it ends, or choose another --store")
    if "not a valid" in said:
        return InputError(f"{path} is not a TAEG graph file; choose another --store")
    if not os.access(path, os.R_OK | os.W_OK):
        return TaegError(f"the graph file {path} may not be read and written by you; choose another --store")
    if _is_transient(error, path):
        return TaegError(
            f"the graph file {path} was left in the middle of a write, and that cannot be finished; make room on its "
            f"disk, see that you may write there, and run this again ({_first_line(error)[:120]})"
        )
    return TaegError(f"cannot open the graph file {path}: {_first_line(error)}")


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
