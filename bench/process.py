"""A command in a process of its own, with how long it took and how much memory it and its children had at most."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

TAEG = str(Path(sys.executable).with_name("taeg"))
"""The command beside the interpreter that runs the benchmark."""
PAUSE = 0.2
"""Seconds between two looks at the memory: each look through all processes costs a hundredth itself."""


class FailedError(Exception):
    """The command ended with another code than 0; the message is the last line it said."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a command cost."""

    seconds: float
    computing: float
    """Seconds of all cores; where they are far fewer, the machine was busy with something else, or the disk was."""
    megabytes: float
    """Of the process and its children together, at the moment when it was most."""
    said: str


def wall_and_cpu(command: Sequence[str | Path]) -> tuple[float, float]:
    """Seconds that a command takes, and that it computes, with nobody looking at its memory meanwhile."""
    before, start = _computed(), time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, _computed() - before


def _computed() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: Sequence[str | Path], folder: Path | None = None) -> Measured:
    """Run a command to its end."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=said, stderr=subprocess.STDOUT)
        seen, peak = psutil.Process(child.pid), 0
        while True:
            ended, status, used = os.wait4(child.pid, os.WNOHANG)
            if ended:
                break
            peak = max(peak, _together(seen), _own_peak(child.pid))
            time.sleep(PAUSE)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    if child.returncode:
        last = text.strip().splitlines()[-1:] or [f"ended with code {child.returncode}"]
        raise FailedError(last[0])
    return Measured(seconds, used.ru_utime + used.ru_stime, peak / 1e6, text)


def _together(process: psutil.Process) -> int:
    """Bytes of a process and its children; what they share is counted once, where the system says so."""
    try:
        family = [process, *process.children(recursive=True)]
        if len(family) == 1:
            return int(process.memory_info().rss)
        return sum(_proportional(member) for member in family)
    except psutil.Error:  # one of them has just ended
        return 0


def _own_peak(pid: int) -> int:
    """Bytes that a process itself has had at most, between two looks too, where the system keeps count.

    Not the figure of `wait4`: a child begins with its parent's.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0
    kept = status.partition("VmHWM:")[2].split()[:1]
    return int(kept[0]) * 1024 if kept else 0


def _proportional(process: psutil.Process) -> int:
    try:
        info = process.memory_full_info()
    except psutil.NoSuchProcess:
        return 0
    return int(getattr(info, "pss", info.rss))
