"""Opening a file with the engine: its memory, its address space, and what its errors mean.

The engine reports a damaged file, a torn log, a full disk and too little memory all as RuntimeError, and raises what
C++ throws on damaged data. Its messages are classified here; damage is never reported as a full disk.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ladybug

from taeg.base.errors import DamageError, InputError, TaegError
from taeg.store.ladybug.lock import in_use

POOL = 2.0
"""Gigabytes of the engine's buffer pool (`TAEG_POOL`), enough for about two million versions. The engine's default is
most of the machine's memory."""
ADDRESSES, LEAST_ADDRESSES = 1 << 40, 1 << 28
"""Bytes of address space reserved for a file, which limit its size: a power of two. The engine's default, 8 TB, is more
than `ulimit -v`, some containers and small processors permit."""

ENGINE_ERRORS = (RuntimeError, ValueError, IndexError, OverflowError, MemoryError)
"""What the engine raises; all but RuntimeError only for damaged data or too little memory."""
_NO_LOCK = "could not set lock"
_TRANSIENT = ("checkpoint", "wal", "corrupt", "checksum")
"""In messages during a commit of another process, and after a process was killed during one."""
_TORN = ("checksum", "corrupt", "past the end")
"""In messages about a log that ends in the middle of a record."""
_DATA = "database file may be corrupted"
"""In messages about a damaged file, as opposed to its log."""
_DAMAGED = (_DATA, "storage exception", "utf8", "utf-8")
"""In messages of statements about damaged data."""
_NO_MEMORY = ("mmap for size", "bad_alloc", "cannot allocate", "not enough memory", "resource temporarily unavailable")
CANNOT_WRITE = "Cannot write to file"
_NO_ROOM = (CANNOT_WRITE.lower(), "no space left")
RESTORE = "restore a backup (taeg restore), or ingest the files again, into a new store"


def database(path: Path, read_only: bool, *, torn: bool = False) -> ladybug.Database:
    """Open the engine; replay a torn log up to its last complete commit."""
    size, least = _addresses(path)
    while True:
        try:
            with private_files():
                return ladybug.Database(
                    str(path),
                    buffer_pool_size=int(pool() * 1e9),
                    max_db_size=size,
                    read_only=read_only,
                    throw_on_wal_replay_failure=not torn,
                )
        except RuntimeError as error:
            if "mmap for size" not in str(error).lower() or size <= least:
                raise
        size = max(size // 4, least)


def _addresses(path: Path) -> tuple[int, int]:
    """The size of the reservation for a file to start with, and the smallest one to try."""
    least = max(LEAST_ADDRESSES, _power_of_two(4 * path.stat().st_size) if path.exists() else 0)
    size = ADDRESSES
    if sys.platform != "win32":
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            size = min(size, _power_of_two(limit // 8))  # leaves room for the pool, a second file and the libraries
    return max(size, least), least


def _power_of_two(number: int) -> int:
    """The smallest power of two that is not less than a number."""
    return 1 << max(number - 1, 0).bit_length()


def pool() -> float:
    """Return the size of the buffer pool in gigabytes."""
    written = os.environ.get("TAEG_POOL") or str(POOL)
    try:
        size = float(written)
    except ValueError:
        size = 0.0
    if not 0.1 <= size <= 1_000_000:
        raise InputError(f"TAEG_POOL is {written[:20]!r}; write gigabytes for the embedded graph, such as 4")
    return size


@contextmanager
def private_files() -> Iterator[None]:
    """Make the files that the engine creates beside the graph readable by their owner only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def is_torn(error: BaseException, path: Path) -> bool:
    """Whether a message is about an incomplete log, which can be used up to its last complete commit."""
    message = _message(error, path)
    return _DATA not in message and _has(message, _TORN)


def is_transient(error: BaseException, path: Path) -> bool:
    """Whether opening the file again may succeed: another process is writing it, or its log must be replayed."""
    message = _message(error, path)
    return isinstance(error, RuntimeError) and _NO_LOCK not in message and _has(message, _TRANSIENT)


def opening_error(error: BaseException, path: Path, *, read_only: bool, unfinished: bool) -> TaegError:
    """The error about a file that cannot be opened; `unfinished` if there is a log beside it."""
    message, first = _message(error, path), _first_line(error)[:160]
    if _NO_LOCK in message:
        return in_use(path, str(error).partition("PID ")[2].partition(")")[0])
    if "not a valid" in message:
        return InputError(f"{path} is not a TAEG graph file, or its beginning is damaged; choose another --store")
    if _has(message, _NO_MEMORY) or isinstance(error, MemoryError):
        return TaegError(
            f"the embedded engine cannot reserve its memory ({first}); set TAEG_POOL to fewer gigabytes (it is "
            f"{pool():g}), or raise the limit of the address space (ulimit -v)"
        )
    if not os.access(path, os.R_OK if read_only and not unfinished else os.R_OK | os.W_OK):
        return TaegError(f"you may not read and write the graph file {path}; choose another --store")
    if _has(message, _NO_ROOM) or (unfinished and not os.access(path.parent, os.W_OK)):
        return TaegError(
            f"the graph file {path} has an unfinished write that cannot be completed; free some disk space, check your "
            f"write permission, and run the command again ({first})"
        )
    part = "or its log is damaged" if unfinished else "is damaged, or was written by another version of LadybugDB"
    return DamageError(f"the graph file {path} {part} ({first}); {RESTORE}")


def log_error(error: BaseException, path: Path) -> DamageError:
    """The error about a log that is damaged before its end, so that changes after the damage would be lost."""
    return DamageError(
        f"the log of the graph file {path} is damaged ({_first_line(error)[:160]}); {RESTORE}, or move the log away, "
        "which loses the last changes"
    )


def statement_error(error: BaseException, path: Path) -> TaegError:
    """The error about a statement that failed."""
    message, first = _message(error, path), _first_line(error)
    if "buffer pool is full" in message:
        return TaegError(
            f"the graph file {path} refused a statement: it needs more than {pool():g} GB of memory; set TAEG_POOL to "
            "more gigabytes"
        )
    if "maximum database size" in message:
        return TaegError(
            f"the graph file {path} cannot grow: the address space of this process is limited; raise the limit (ulimit "
            "-v) and run the command again"
        )
    if isinstance(error, MemoryError):
        return TaegError(
            f"the graph file {path} refused a statement: not enough memory; set TAEG_POOL to fewer gigabytes, or check "
            "the file, whose damage can have the same effect: taeg doctor --deep"
        )
    if not isinstance(error, RuntimeError | UnicodeEncodeError) or _has(message, _DAMAGED):
        return DamageError(f"the graph file {path} is damaged ({first[:160]}); {RESTORE}")
    return TaegError(f"the graph file {path} refused a statement: {first}")


def closing_error(error: BaseException, path: Path) -> TaegError:
    """The error about a log that could not be written into its file."""
    if isinstance(error, TaegError) or _has(_message(error, path), _NO_ROOM):
        return TaegError(
            f"the log of the graph file {path} could not be written into it. No data is lost: free some disk space and "
            f"run the command again ({_first_line(error)[:120]})"
        )
    return DamageError(
        f"the log of the graph file {path} could not be written into it: the file may be damaged, or its disk fail "
        f"({_first_line(error)[:120]}); check it with: taeg doctor --deep"
    )


def _first_line(error: BaseException) -> str:
    """The first line of a message."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _message(error: BaseException, path: Path) -> str:
    """Return the message in lower case without the path, which may contain any word."""
    return str(error).replace(str(path), "").lower()


def _has(message: str, words: tuple[str, ...]) -> bool:
    return any(word in message for word in words)
