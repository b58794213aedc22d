"""Work on many parts by several processes: results in order, few parts in flight, nothing left running.

Not `multiprocessing`: a forked child inherits the locks of the embedded engine's threads, and a spawned one runs the
caller's script a second time. A worker here is a fresh interpreter that is told what to import, reads parts from its
standard input and ends when that closes, so that none outlives this process, however it ends.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar, cast

from taeg.base.child_env import environment
from taeg.base.errors import TaegError

State = TypeVar("State")
Part = TypeVar("Part")
Result = TypeVar("Result")

MOST = 4
"""Workers at most: each has its own copy of what all parts have in common."""
_PROTOCOL = 5


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a worker met instead of a result."""

    error: Exception


def usable() -> int:
    """How many workers there are cores for; 0 where they would gain nothing or cannot be started."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST) if cores > 1 and sys.executable else 0


def mapped(
    prepare: Callable[[State], Callable[[Part], Result]], state: State, parts: Iterable[Part], workers: int
) -> Iterator[Result]:
    """What `prepare(state)` says of each part, in the order of the parts; in this process if `workers` is below 1.

    `prepare` is a function of a module, and the state what all parts have in common: it goes to each worker once.
    """
    if workers < 1:
        yield from map(prepare(state), parts)
        return
    team: _Team | None = None
    waiting: deque[Future[Any]] = deque()
    try:
        for part in parts:
            if team is None:
                # packed once for all workers: the vocabulary of a large corpus is large
                team = _Team(pickle.dumps((prepare, state), _PROTOCOL), workers)
            waiting.append(team.ask(part))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        if team:
            team.end()


class _Team:
    """Some workers, and a thread for each that waits for its answers."""

    def __init__(self, order: bytes, size: int) -> None:
        self._workers: list[_Worker] = []
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="taeg-worker")
        try:
            for _ in range(size):
                self._workers.append(_Worker(order))
                self._idle.put(self._workers[-1])
        except BaseException:
            self.end()
            raise

    def ask(self, part: object) -> Future[Any]:
        return self._threads.submit(self._answer, part)

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def _answer(self, part: object) -> object:
        worker = self._idle.get()
        try:
            answer = worker.answer(part)
        finally:
            self._idle.put(worker)
        if isinstance(answer, _Failure):
            raise answer.error
        return answer


class _Worker:
    """One process, and the pipes to and from it."""

    def __init__(self, order: bytes) -> None:
        self._order = order
        # what can be imported there is what can be imported here, and nothing from the working directory besides
        path = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", "from taeg.build.workers import serve; serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment() | {"PYTHONPATH": path},
            )
        except OSError as error:
            raise TaegError(f"cannot start a worker process ({error}); close other programs and try again") from error
        self._parts = cast(IO[bytes], self._process.stdin)
        self._answers = cast(IO[bytes], self._process.stdout)

    def answer(self, part: object) -> object:
        try:
            self._parts.write(self._order)
            self._order = b""
            pickle.dump(part, self._parts, _PROTOCOL)
            self._parts.flush()
            return pickle.load(self._answers)  # noqa: S301 (from our own process, over a pipe nobody else has)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            code = self._process.wait()
            how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
            raise TaegError(
                f"a worker process {how} in the midst of its work; the memory may have run out: "
                "close other programs and try again"
            ) from error

    def kill(self) -> None:
        self._process.kill()  # it holds nothing that could be lost

    def close(self) -> None:
        self._process.wait()
        self._answers.close()
        with suppress(OSError):  # what was not sent will not be
            self._parts.close()


def serve() -> None:
    """What a worker does: the order first, then part after part until there are no more."""
    # Ctrl-C in a terminal reaches the whole group; the process that started us hears it and closes the pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parts, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what anybody prints is no answer
    with suppress(EOFError, BrokenPipeError):
        work = _prepared(parts)
        while True:
            part = pickle.load(parts)  # noqa: S301 (from the process that started us)
            pickle.dump(_result(work, part), answers, _PROTOCOL)
            answers.flush()


def _prepared(parts: IO[bytes]) -> Callable[[object], object]:
    prepare, state = pickle.load(parts)  # noqa: S301 (from the process that started us)
    work: Callable[[object], object] = prepare(state)
    return work


def _result(work: Callable[[object], object], part: object) -> object:
    try:
        return work(part)
    except Exception as error:
        return _Failure(error)
