"""Other processes: results in order, faults told, and none left running whatever happens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from taeg.base.errors import InputError, TaegError
from taeg.build import workers


def adding(state: int) -> Callable[[int], tuple[int, int]]:
    return lambda part: (state + part, os.getpid())


def slow_at_first(_: None) -> Callable[[int], int]:
    def work(part: int) -> int:
        time.sleep(0.2 if part == 0 else 0)
        return part

    return work


def dying(how: str) -> Callable[[int], int]:
    def work(part: int) -> int:
        if part == 3:
            if how == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            elif how == "exit":
                os._exit(7)
            raise InputError("this part is wrong")
        return part

    return work


def printing(_: None) -> Callable[[int], int]:
    def work(part: int) -> int:
        print("words of no answer")
        return part

    return work


def nobody(_: None) -> Callable[[int], int]:
    raise RuntimeError("this cannot be prepared")


def children() -> list[psutil.Process]:
    """The workers among them; a server that another test has killed may be there, too, and has no words any more."""
    alive = (child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE)
    return [child for child in alive if "taeg.build.workers" in " ".join(child.cmdline())]


def test_results_come_in_order_from_other_processes() -> None:
    found = list(workers.mapped(adding, 100, range(50), 2))
    assert [number for number, _ in found] == list(range(100, 150))
    assert os.getpid() not in {process for _, process in found}
    assert list(workers.mapped(slow_at_first, None, range(6), 2)) == list(range(6))
    assert children() == []


def test_in_this_process() -> None:
    assert list(workers.mapped(adding, 1, range(3), 0)) == [(i + 1, os.getpid()) for i in range(3)]


def test_without_any_part_nobody_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    assert list(workers.mapped(adding, 1, [], 2)) == []


@pytest.mark.parametrize(("how", "told"), [("killed", "killed by signal 9"), ("exit", "ended with code 7")])
def test_a_worker_that_dies_is_an_error_and_no_hang(how: str, told: str) -> None:
    with pytest.raises(TaegError, match=told):
        list(workers.mapped(dying, how, range(50), 2))
    assert children() == []


def test_what_a_worker_raises_is_raised_here() -> None:
    with pytest.raises(InputError, match="this part is wrong"):
        list(workers.mapped(dying, "raises", range(50), 2))
    assert children() == []


def test_a_worker_that_cannot_begin_is_an_error() -> None:
    with pytest.raises(TaegError, match="worker process ended with code 1"):
        list(workers.mapped(nobody, None, range(5), 2))


def test_a_worker_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.sys, "executable", "/nowhere/python")
    with pytest.raises(TaegError, match="cannot start"):
        list(workers.mapped(adding, 1, [1], 2))


def test_what_a_worker_prints_is_no_answer() -> None:
    assert list(workers.mapped(printing, None, range(4), 2)) == list(range(4))


def test_whoever_stops_half_way_leaves_nobody_behind() -> None:
    found = workers.mapped(adding, 0, range(1000), 2)
    next(found)
    assert len(children()) == 2
    found.close()
    assert children() == []


def test_an_error_of_the_parts_leaves_nobody_behind() -> None:
    def parts() -> Iterator[int]:
        yield from range(10)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(workers.mapped(adding, 0, parts(), 2))
    assert children() == []


SCRIPT = """
import itertools, os, signal, sys
from taeg.build import workers
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background may be deaf to it
from tests.unit.test_workers import adding
print("begun", flush=True)
for number, process in workers.mapped(adding, 0, itertools.count(), 2):
    print(process, flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_nobody_outlives_a_script_that_is_stopped(how: signal.Signals, tmp_path: Path) -> None:
    """The script has no guard against being imported: no worker may run it a second time."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    ) as running:
        assert running.stdout
        lines = [running.stdout.readline().strip() for _ in range(40)]
        assert lines.count("begun") == 1
        members = {int(line) for line in lines[1:]}
        running.send_signal(how)
        running.stdout.read()
    for member in members:
        try:
            psutil.Process(member).wait(10)
        except psutil.NoSuchProcess:
            continue
