"""The lock file beside an embedded graph: many readers or one writer."""

import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taeg.base.errors import InputError, TaegError
from taeg.store.ladybug.files import LOCK

if sys.platform == "win32":  # without flock; the engine's own lock still separates writers
    fcntl = None
else:
    import fcntl

LOCK_PATIENCE = 15.0
"""Seconds that a reader waits for a writer, and a writer for readers."""
PAUSE = 0.05
LOCK_GIVE_WAY = 1.0
"""Seconds that a newcomer yields to a waiting process of the other kind, so that neither starves."""
PID_WIDTH = 20
WRITING, WRITER_WAITS, READER_WAITS = 0, PID_WIDTH, 2 * PID_WIDTH
"""Offsets in the lock file of the pids of the writer, a waiting writer and a waiting reader."""
_CONTENT = re.compile(rb"[0-9 \0]{0,%d}" % (3 * PID_WIDTH))


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
        self._interrupted = False
        if fcntl is None:
            return
        name = path.with_name(f"{path.name}{LOCK}")
        try:
            self._descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
        except OSError as error:
            if shared:  # a read-only folder, where no writer can be either
                return
            raise TaegError(f"cannot create the lock file {name}: {error.strerror}; choose another --store") from error
        try:
            self._check_content(name)
            self._take(shared)
        except BaseException:
            self.release()
            raise

    @property
    def held(self) -> bool:
        """Whether the lock is held; a reader in a read-only folder has none."""
        return self._held

    @property
    def interrupted(self) -> bool:
        """Whether the last writer died: its pid was still in the file when the lock was taken."""
        return self._interrupted

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            if self._held and not self._shared:
                self._forget(WRITING)  # a stale pid could be reused by another process
            os.close(self._descriptor)
            self._descriptor = -1
            self._held = False

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        """Hold the lock exclusively for a block; raise TaegError at once if another process holds it."""
        if self._descriptor < 0:
            yield
            return
        if not self._try(shared=False):
            raise in_use(self._path, self._named(WRITING))
        try:
            yield
        finally:
            self._try(shared=self._shared)

    def _check_content(self, name: Path) -> None:
        """Raise InputError for a file that is no lock file of ours, before anything is written to it."""
        ordinary = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
        if not ordinary or not _CONTENT.fullmatch(os.pread(self._descriptor, 4 * PID_WIDTH, 0)):
            raise InputError(f"{name} is not the lock file of a graph; move it away, or choose another --store")

    def _take(self, shared: bool) -> None:
        started = time.monotonic()
        ours, theirs = (READER_WAITS, WRITER_WAITS) if shared else (WRITER_WAITS, READER_WAITS)
        try:
            while (self._named(theirs) and time.monotonic() < started + LOCK_GIVE_WAY) or not self._try(shared):
                if (not shared and self._named(WRITING)) or time.monotonic() > started + LOCK_PATIENCE:
                    raise in_use(self._path, self._named(WRITING))
                self._name(ours)
                time.sleep(PAUSE)
        finally:
            self._forget(ours)
        self._held = True
        self._interrupted = bool(os.pread(self._descriptor, PID_WIDTH, WRITING).strip(b" \0"))
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


def in_use(path: Path, holder: str) -> TaegError:
    """The error about a graph that another process has open."""
    who = f" by process {holder}" if holder else ""
    return TaegError(f"the graph file {path} is in use{who}; wait until it ends, or choose another --store")
