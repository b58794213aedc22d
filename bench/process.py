"""Time and peak memory of a command in a separate process."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TAEG = (sys.executable, "-m", "taeg")
PAUSE = 0.05
"""Seconds between two readings of the peak memory."""


class FailedError(Exception):
    """The command failed; the message is the last line of its output."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Time, memory and output of a command."""

    seconds: float
    computing: float
    """CPU seconds of all threads; far below `seconds` if the machine was busy or the disk slow."""
    megabytes: float
    output: str


def wall_and_cpu(command: Sequence[str | Path]) -> tuple[float, float]:
    """Return the seconds and CPU seconds of a command."""
    before, start = _children_cpu(), time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, _children_cpu() - before


def run(command: Sequence[str | Path], folder: Path | None = None) -> Cost:
    """Run a command and return its cost."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=output, stderr=subprocess.STDOUT)
        peak = 0
        while True:
            ended, status, used = os.wait4(child.pid, os.WNOHANG)
            if ended:
                break
            peak = max(peak, _peak(child.pid))
            time.sleep(PAUSE)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if child.returncode:
        raise FailedError((text.strip().splitlines() or [f"exit code {child.returncode}"])[-1])
    return Cost(seconds, used.ru_utime + used.ru_stime, peak / 1e6, text)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peak(pid: int) -> int:
    """Return the peak memory of a process in bytes (Linux). `wait4` would count that of its parent too."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0
    peak = status.partition("VmHWM:")[2].split()[:1]
    return int(peak[0]) * 1024 if peak else 0
