"""A lock file beside a graph file: many readers or one writer, freed by the system when a process dies."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taeg.base.errors import TaegError

if sys.platform == "win32":  # it has no flock; the engine's own lock still keeps writers apart
    fcntl = None
else:
    import fcntl

PATIENCE = 15.0
"""Seconds a reader waits for a writer, and a writer for readers."""
PAUSE = 0.05
GIVE_WAY = 1.0
"""Seconds somebody who comes lets one of the other kind go first who waits already, so that neither starves."""
NAME = 20
WRITING, WRITER_WAITS, READER_WAITS = 0, NAME, 2 * NAME
"""Where the lock file names the process that writes, and one of each kind that waits."""


class FileLock:
    """Held from its making until `release`; a writer's lock file names its process."""

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
            if shared:  # a folder we may not write to: then nobody else of ours writes there either
                return
            raise TaegError(f"cannot make the lock file {name}: {error.strerror}; choose another --store") from error
        try:
            self._take(shared)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let go."""
        if self._descriptor >= 0:
            if self._held and not self._shared:
                self._forget(WRITING)  # a name left behind would be taken for a living writer's
            os.close(self._descriptor)
            self._descriptor = -1

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        """For a moment be the only one; refused at once while anybody else has the file."""
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
        """The living process whose number stands at a place of the file; empty where there is none."""
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
