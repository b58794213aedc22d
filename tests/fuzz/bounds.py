"""Limits for every example: CPU time, memory, and no errors but TaegError."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from taeg.base.errors import TaegError

SECONDS = 20.0
"""CPU time of this process, independent of the load of the machine."""
MEGABYTES = 300.0
"""Growth of the process; examples have a few kilobytes."""
LONGEST = 4_000
"""Characters of a message, with paths."""
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


class _Hang(BaseException):
    """Raised when the time is over; not an `Exception`, which readers would report as a fault of the file."""


def refusal(call: Callable[[], object]) -> str:
    """Return the message if the call raises TaegError, which must be one line, else an empty string."""
    try:
        call()
    except TaegError as error:
        one_line(str(error))
        return str(error)
    return ""


def one_line(message: str) -> None:
    """Fail unless the message is one line of sane length."""
    assert len(message.splitlines()) == 1, repr(message)
    assert len(message) <= LONGEST, f"{len(message)} characters: {message[:200]!r}"


@contextmanager
def bounded(seconds: float = SECONDS, megabytes: float = MEGABYTES) -> Iterator[None]:
    """Fail if the block takes more CPU time or memory (where the system reports it)."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _Hang

    before = _peak(reset=True)
    old = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _Hang:
        raise AssertionError(f"not done after {seconds:g} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
    grown = _peak() - before
    assert grown <= megabytes, f"memory grew by {grown:.0f} MB"


def _peak(*, reset: bool = False) -> float:
    """Peak memory since the last reset in megabytes; 0 if unknown."""
    if not _CLEAR.exists():
        return 0.0
    if reset:
        _CLEAR.write_text(_RESET_PEAK)
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
