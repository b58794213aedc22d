"""The embedded engine: LadybugDB in this process, with one file.

A lock file beside the graph allows either readers or one writer, because a reader that opens the file during a commit
can see half of it. Readers wait for a writer, and a writer for readers, for some time; a second writer fails at once.

The engine aborts the process if the disk fills up while it writes its log into the file, which it also does on closing.
So free space is checked before each write, and a CHECKPOINT statement, which can fail safely, precedes closing. After a
failure the engine's objects are never destroyed; the next process that opens the file replays the log.
"""

import ctypes
import os
import random
import shutil
import sys
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

if sys.platform == "win32":  # without flock; the engine's own lock still separates writers
    fcntl = None
else:
    import fcntl

POOL = 2.0
"""Gigabytes of the engine's buffer pool (`TAEG_POOL`), enough for about two million versions. The engine's default is
most of the machine's memory."""
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
SCRATCH = ".compact"
"""Suffix of the copy that compaction makes."""
LOCK_PATIENCE = 15.0
"""Seconds that a reader waits for a writer, and a writer for readers."""
PAUSE = 0.05
LOCK_GIVE_WAY = 1.0
"""Seconds that a newcomer yields to a waiting process of the other kind, so that neither starves."""
PID_WIDTH = 20
WRITING, WRITER_WAITS, READER_WAITS = 0, PID_WIDTH, 2 * PID_WIDTH
"""Offsets in the lock file of the pids of the writer, a waiting writer and a waiting reader."""
OPEN_TRIES = 12
_TRANSIENT = ("checkpoint", "wal", "corrupt", "checksum")
"""In error messages after a writer was killed during a commit, until the file is recovered."""
_TORN = ("checksum", "corrupt", "past the end")
"""In error messages about a log that ends in the middle of a record."""

_CANNOT_WRITE = "Cannot write to file"


class FileLock:
    """A lock file beside a graph file: many readers or one writer, from construction until `release`.

    Written by hand because the engine's own lock does not cover readers, and locking libraries offer no shared locks
    with fairness. The file has the pid of the writer; the system releases the lock when a process dies.
    """

    def __init__(self, path: Path, *, shared: bool) -> None:
        self._path = path
        self._shared = shared
        self._descriptor = -1
        self._held = False
        if fcntl is None:
            return
        name = path.with_name(f"{path.name}.lock")
        try:
            self._descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            if shared:  # a read-only folder, where no writer can be either
                return
            raise TaegError(f"cannot create the lock file {name}: {error.strerror}; choose another --store") from error
        try:
            self._take(shared)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            if self._held and not self._shared:
                self._forget(WRITING)  # a stale pid could be reused by another process
            os.close(self._descriptor)
            self._descriptor = -1

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        """Hold the lock exclusively for a block; raise TaegError at once if another process holds it."""
        if self._descriptor < 0:
            yield
            return
        if not self._try(shared=False):
            raise _in_use(self._path, self._named(WRITING))
        try:
            yield
        finally:
            self._try(shared=self._shared)

    def _take(self, shared: bool) -> None:
        started = time.monotonic()
        ours, theirs = (READER_WAITS, WRITER_WAITS) if shared else (WRITER_WAITS, READER_WAITS)
        try:
            while (self._named(theirs) and time.monotonic() < started + LOCK_GIVE_WAY) or not self._try(shared):
                if (not shared and self._named(WRITING)) or time.monotonic() > started + LOCK_PATIENCE:
                    raise _in_use(self._path, self._named(WRITING))
                self._name(ours)
                time.sleep(PAUSE)
        finally:
            self._forget(ours)
        self._held = True
        if not shared:
            self._name(WRITING)

    def _try(self, shared: bool) -> bool:
        with suppress(BlockingIOError):
            fcntl.flock(self._descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            return True
        return False

    def _name(self, place: int) -> None:
        os.pwrite(self._descriptor, f"{os.getpid():<{PID_WIDTH}}".encode(), place)

    def _forget(self, place: int) -> None:
        if self._named(place) == str(os.getpid()):
            os.pwrite(self._descriptor, b" " * PID_WIDTH, place)

    def _named(self, place: int) -> str:
        """Return the pid at an offset of the file if that process is alive, else an empty string."""
        holder = os.pread(self._descriptor, PID_WIDTH, place).decode(errors="replace").strip()
        if not holder.isdigit():
            return ""
        with suppress(ProcessLookupError):
            with suppress(PermissionError):
                os.kill(int(holder), 0)
            return holder
        return ""


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
        """Rows loaded since the engine was opened."""
        self._out_of_room = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, create: bool = True) -> Self:
        """Open the file; a writer creates it if it does not exist, readable by its owner only."""
        try:
            if path.is_dir():
                raise InputError(f"store {path} is a folder; name a file, for example {path / 'taeg.db'}")
            missing = not path.exists()
        except (OSError, ValueError) as error:
            raise TaegError(f"cannot access the store {str(path)[:200]}: {_first_line(error)}") from error
        if missing and (read_only or not create):
            raise InputError(f"there is no graph at {path}; create one with: taeg ingest gospels --store {path}")
        if missing:
            _create_file(path)
        lock = FileLock(path, shared=read_only)
        try:
            if not read_only:
                delete_scratch(path)
                check_space(path, MARGIN)
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
                torn = any(word in _message(error, path) for word in _TORN)
            if read_only or torn:
                _recover(path, lock, torn=torn)
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
            with suppress(RuntimeError, OSError, TaegError):  # such as a full disk: keep the file as it is
                check_space(self._path)
                compact.rewrite(self._path, _database)
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
        with _private_files():
            if self._read_only or self._broken:
                self._connection.close()
                self._database.close()
                return
            try:
                close(self._database, self._connection)
            except (RuntimeError, TaegError) as error:
                self._broken = self._out_of_room = True
                raise TaegError(
                    f"the log of the graph file {self._path} could not be written into it. No data is lost: free some "
                    f"disk space and run the command again ({_first_line(error)[:120]})"
                ) from error

    def _open_engine(self) -> None:
        """Reopen the file; the lock was held meanwhile."""
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

    def _write(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        if self._broken:
            raise TaegError(f"an earlier write to the graph file {self._path} failed; open it again")
        check_space(self._path, MARGIN)
        try:
            with _private_files():
                return self._run(text, parameters)
        except TaegError as error:
            # a commit that failed (disk full) is recovered when the file is opened next, but another statement on
            # this connection can corrupt it
            self._broken = True
            self._out_of_room = _CANNOT_WRITE in str(error)
            raise

    def _run(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        try:
            result = self._connection.execute(text, parameters)
        except (RuntimeError, UnicodeError) as error:
            reason = _first_line(error)
            if "buffer pool is full" in reason:
                reason = f"it needs more than {_pool():g} GB of memory; set TAEG_POOL to more gigabytes"
            raise TaegError(f"the graph file {self._path} refused a statement: {reason}") from error
        if isinstance(result, list):
            raise TypeError("one statement at a time")
        with result:  # closing it frees memory of the engine
            names = result.get_column_names()
            return [dict(zip(names, map(_plain, row), strict=True)) for row in result.get_all()]


def close(database: ladybug.Database, connection: ladybug.Connection) -> None:
    """Close both. If the log cannot be written, raise RuntimeError or TaegError and leave them open."""
    path = Path(database.database_path)
    try:
        if path.with_name(f"{path.name}.wal").exists():
            check_space(path)
        result = connection.execute(cypher.query("ladybug/checkpoint").text)
    except (RuntimeError, TaegError):
        leave_open(database, connection)
        raise
    if not isinstance(result, list):
        result.close()
    connection.close()
    database.close()


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


def delete_scratch(path: Path) -> None:
    """Delete what a killed compaction left beside a file."""
    path = path.resolve()
    for leftover in path.parent.iterdir():
        if leftover.name.startswith(path.name + SCRATCH):  # the copy, its log, and locks of the engine
            leftover.unlink(missing_ok=True)


def _plain(value: object) -> object:
    """Convert the Decimal that the engine returns for a sum of integers."""
    return int(value) if isinstance(value, Decimal) else value


@contextmanager
def _private_files() -> Iterator[None]:
    """Make the files that the engine creates beside the graph readable by their owner only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _pool() -> float:
    """Return the size of the buffer pool in gigabytes."""
    written = os.environ.get("TAEG_POOL") or str(POOL)
    try:
        pool = float(written)
    except ValueError:
        pool = 0.0
    if not 0.1 <= pool <= 1_000_000:
        raise InputError(f"TAEG_POOL is {written[:20]!r}; write gigabytes for the embedded graph, such as 4")
    return pool


def _database(path: Path, read_only: bool, *, torn: bool = False) -> ladybug.Database:
    """Open the engine; replay a torn log up to its last complete commit."""
    with _private_files():
        return ladybug.Database(
            str(path),
            buffer_pool_size=int(_pool() * 1e9),
            read_only=read_only,
            throw_on_wal_replay_failure=not torn,
        )


def _recover(path: Path, lock: FileLock, *, torn: bool) -> None:
    """Open the file for writing and close it, so that the engine replays the log of a writer that died.

    Only the last commit can be incomplete, and it was never reported as done.
    """
    with suppress(TaegError, RuntimeError), lock.exclusively(), _private_files():
        check_space(path, MARGIN)
        database = _database(path, read_only=False, torn=torn)
        close(database, ladybug.Connection(database))


def _create_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return  # another process created it
    except OSError as error:
        raise TaegError(f"cannot create the graph file {path}: {error.strerror}; choose another --store") from error


def _message(error: RuntimeError, path: Path) -> str:
    """Return the message in lower case without the path, which may contain any word."""
    return str(error).replace(str(path), "").lower()


def _is_transient(error: RuntimeError, path: Path) -> bool:
    message = _message(error, path)
    return "lock" not in message and any(word in message for word in _TRANSIENT)


def _opening_error(error: RuntimeError, path: Path) -> TaegError:
    message = _message(error, path)
    if "lock" in message:
        return _in_use(path, str(error).partition("PID ")[2].partition(")")[0])
    if "not a valid" in message:
        return InputError(f"{path} is not a TAEG graph file; choose another --store")
    if not os.access(path, os.R_OK | os.W_OK):
        return TaegError(f"you may not read and write the graph file {path}; choose another --store")
    if _is_transient(error, path):
        return TaegError(
            f"the graph file {path} has an unfinished write that cannot be completed; free some disk space, check your "
            f"write permission, and run the command again ({_first_line(error)[:120]})"
        )
    return TaegError(f"cannot open the graph file {path}: {_first_line(error)}")


def _in_use(path: Path, holder: str) -> TaegError:
    who = f" by process {holder}" if holder else ""
    return TaegError(f"the graph file {path} is in use{who}; wait until it ends, or choose another --store")


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
