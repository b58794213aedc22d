"""Many readers or one writer; a waiting writer goes before new readers; the dead hold nothing."""

import multiprocessing
import os
import stat
import threading
import time
from pathlib import Path

import pytest

from taeg import TaegError
from taeg.store.ladybug import driver
from taeg.store.ladybug.driver import FileLock


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(driver, "LOCK_PATIENCE", 0.3)
    return tmp_path / "graph.db"


def test_readers_share(graph: Path) -> None:
    first, second = FileLock(graph, shared=True), FileLock(graph, shared=True)
    second.release()
    first.release()
    assert stat.S_IMODE((graph.parent / "graph.db.lock").stat().st_mode) == 0o600


def test_a_second_writer_is_refused_at_once(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOCK_PATIENCE", 3600)
    writer = FileLock(graph, shared=False)
    with pytest.raises(TaegError, match=f"in use by process {os.getpid()}"):
        FileLock(graph, shared=False)
    writer.release()
    FileLock(graph, shared=False).release()


def test_a_reader_waits_for_a_writer(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = FileLock(graph, shared=False)
    with pytest.raises(TaegError, match="in use"):
        FileLock(graph, shared=True)
    monkeypatch.setattr(driver, "LOCK_PATIENCE", 10)
    threading.Timer(0.2, writer.release).start()
    FileLock(graph, shared=True).release()


def test_a_waiting_writer_precedes_new_readers(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOCK_PATIENCE", 10)
    reader = FileLock(graph, shared=True)
    order: list[str] = []

    def take(kind: str) -> None:
        lock = FileLock(graph, shared=kind == "reader")
        order.append(kind)
        lock.release()

    writer = threading.Thread(target=take, args=("writer",))
    writer.start()
    time.sleep(0.2)
    late = threading.Thread(target=take, args=("reader",))
    late.start()
    time.sleep(0.2)
    assert order == []
    reader.release()
    writer.join(10)
    late.join(10)
    assert order == ["writer", "reader"]


def _hold_and_die(path: str) -> None:
    FileLock(Path(path), shared=False)
    os._exit(1)


def test_the_lock_of_a_dead_process_is_released(graph: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_hold_and_die, args=(str(graph),))
    process.start()
    process.join(30)
    FileLock(graph, shared=False).release()
    FileLock(graph, shared=True).release()


def test_a_reader_can_hold_the_lock_exclusively(graph: Path) -> None:
    reader = FileLock(graph, shared=True)
    with reader.exclusively(), pytest.raises(TaegError):
        FileLock(graph, shared=True)
    other = FileLock(graph, shared=True)
    with pytest.raises(TaegError, match="in use"), reader.exclusively():
        pass
    other.release()
    reader.release()
