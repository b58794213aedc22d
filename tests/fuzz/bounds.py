"""What every example has to keep to: an end within seconds, a bounded peak of memory, and no error but ours."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from taeg.base.errors import TaegError

SECONDS = 20.0
"""Of this process, not of the clock: a busy machine is not a fault."""
MEGABYTES = 300.0
"""Above what the process had before; examples have some kilobytes."""
LONGEST = 4_000
"""Characters of a message; paths are in it."""
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


class _Hang(BaseException):
    """Raised where an example is when its time is over; no `Exception`, which readers take for a fault of the file."""


def refusal(call: Callable[[], object]) -> str:
    """Why the call refuses, with one of our errors in one line; "" if it does not, and anything else goes through."""
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
    """Fail if the block takes longer, or if memory grows by more in it at any moment (where the system tells)."""

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
    """The highest memory use since the last reset, in megabytes; 0 where the system does not tell."""
    if not _CLEAR.exists():
        return 0.0
    if reset:
        _CLEAR.write_text(_RESET_PEAK)
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
