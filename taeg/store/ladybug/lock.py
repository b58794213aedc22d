"""A lock file beside a graph file: many readers or one writer. The system releases it when a process dies.

Written by hand because the engine's own lock does not cover readers: a reader that opens the file during a commit can
see half of it. Locking libraries offer no shared locks with fairness.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taeg.base.errors import TaegError

if sys.platform == "win32":  # without flock; the engine's own lock still separates writers
    fcntl = None
else:
    import fcntl

PATIENCE = 15.0
"""Seconds that a reader waits for a writer, and a writer for readers."""
PAUSE = 0.05
GIVE_WAY = 1.0
"""Seconds that a newcomer yields to a waiting process of the other kind, so that neither starves."""
NAME = 20
WRITING, WRITER_WAITS, READER_WAITS = 0, NAME, 2 * NAME
"""Offsets in the lock file of the pids of the writer, a waiting writer and a waiting reader."""


class FileLock:
    """A lock that is held from construction until `release`. A writer's pid is in the file."""

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
            raise TaegError(f"cannot make the lock file {name}: {error.strerror}; choose another --store") from error
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
            raise self._in_use()
        try:
            yield
        finally:
            self._try(shared=self._shared)

    def _take(self, shared: bool) -> None:
        started = time.monotonic()
        ours, theirs = (READER_WAITS, WRITER_WAITS) if shared else (WRITER_WAITS, READER_WAITS)
        try:
            while (self._named(theirs) and time.monotonic() < started + GIVE_WAY) or not self._try(shared):
                if (not shared and self._named(WRITING)) or time.monotonic() > started + PATIENCE:
                    raise self._in_use()
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
        os.pwrite(self._descriptor, f"{os.getpid():<{NAME}}".encode(), place)

    def _forget(self, place: int) -> None:
        if self._named(place) == str(os.getpid()):
            os.pwrite(self._descriptor, b" " * NAME, place)

    def _named(self, place: int) -> str:
        """Return the pid at an offset of the file if that process is alive, else an empty string."""
        holder = os.pread(self._descriptor, NAME, place).decode(errors="replace").strip()
        if not holder.isdigit():
            return ""
        with suppress(ProcessLookupError):
            with suppress(PermissionError):
                os.kill(int(holder), 0)
            return holder
        return ""

    def _in_use(self) -> TaegError:
        holder = self._named(WRITING)
        who = f" by process {holder}" if holder else ""
        return TaegError(f"the graph file {self._path} is in use{who}; wait until it ends, or choose another --store")
