"""Real `taeg` processes for the tests of faults: started quickly, watched, killed.

Each is a process of its own that runs the command line's `main`; it is forked from one that has imported everything,
so that a moment of its time is a moment of its work and not of Python's start.
"""

import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

ENDS_WITHIN = 180.0
"""Seconds; a client that takes longer hangs."""

Work = Callable[[list[str]], object]
"""The function that a client process runs."""

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.faults.preloaded"])


@dataclass(frozen=True)
class Ended:
    """The exit code of a process (negative: the signal that killed it) and its output."""

    code: int
    out: str
    err: str

    @property
    def clear(self) -> bool:
        """Whether it succeeded, or reported an error in one line."""
        if self.code == 0:
            return "Traceback" not in self.err
        lines = self.err.strip().splitlines()
        return self.code in (1, 2) and len(lines) == 1 and lines[0].startswith("taeg: ") and "internal" not in lines[0]


@dataclass
class Client:
    """A running process."""

    process: Any
    folder: Path
    started: float = field(default=0.0)

    def begun(self) -> "Client":
        """Wait until Python is up and the work begins."""
        while not (self.folder / "begun").exists() and self.process.is_alive():
            time.sleep(0.002)
        self.started = time.monotonic()
        return self

    def kill_after(self, seconds: float) -> Ended:
        """Send SIGKILL so long after the work began, unless the process has ended."""
        self.begun()
        self.process.join(max(0.0, self.started + seconds - time.monotonic()))
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGKILL)
        return self.end()

    def end(self) -> Ended:
        """Wait for the end."""
        self.process.join(ENDS_WITHIN)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
            raise AssertionError(f"a client did not end within {ENDS_WITHIN:.0f} s")
        out, err = ((self.folder / name).read_text(errors="replace") for name in ("out", "err"))
        return Ended(self.process.exitcode, out, err)


@dataclass
class Clients:
    """Clients of one graph: their environment, and the folder of their output."""

    store: str
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    count: int = 0

    def start(self, *words: object, work: Work | None = None) -> Client:
        """Start `taeg WORDS --store …`, or other work with these arguments."""
        return self.launch(work or command, [*map(str, words), "--store", self.store])

    def launch(self, work: Work, words: list[str]) -> Client:
        """Start other work in a separate process."""
        self.count += 1
        folder = self.folder / f"client-{self.count}"
        folder.mkdir(parents=True)
        for name in ("out", "err"):
            (folder / name).touch()
        process = _CONTEXT.Process(target=_work, args=(work, words, dict(self.environment), str(folder)), daemon=True)
        process.start()
        return Client(process, folder)

    def run(self, *words: object, work: Work | None = None) -> Ended:
        """Run a command to its end."""
        return self.start(*words, work=work).end()

    def must(self, *words: object, work: Work | None = None) -> Ended:
        """Run a command that has to succeed."""
        ended = self.run(*words, work=work)
        assert ended.code == 0, f"taeg {' '.join(map(str, words))}: {ended.err}"
        return ended

    def digests(self) -> dict[str, str]:
        """The digest of each corpus by `taeg stats`, which reads everything."""
        return {item["corpus"]: item["digest"] for item in json.loads(self.must("stats", "--json").out)}


def _work(work: Work, words: list[str], environment: dict[str, str], folder: str) -> None:
    place = Path(folder)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(place / name, os.O_WRONLY | os.O_APPEND), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(environment)
    os.chdir(ROOT)
    (place / "begun").touch()
    work(words)


def command(words: list[str]) -> None:
    """Run the command line, as the console script does."""
    from taeg.cli import main

    sys.argv = ["taeg", *words]
    main()
