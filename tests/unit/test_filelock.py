"""The lock of embedded graphs: many readers or one writer, waiting writers, dead processes."""

import multiprocessing
import os
import stat
import threading
import time
from pathlib import Path

import pytest

from taeg import TaegError
from taeg.store.ladybug import lock
from taeg.store.ladybug.lock import FileLock


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(lock, "LOCK_PATIENCE", 0.3)
    return tmp_path / "graph.db"


def test_readers_share(graph: Path) -> None:
    first, second = FileLock(graph, shared=True), FileLock(graph, shared=True)
    second.release()
    first.release()
    assert stat.S_IMODE((graph.parent / "graph.db.lock").stat().st_mode) == 0o600


def test_a_second_writer_is_refused_at_once(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_PATIENCE", 3600)
    writer = FileLock(graph, shared=False)
    with pytest.raises(TaegError, match=f"in use by process {os.getpid()}"):
        FileLock(graph, shared=False)
    writer.release()
    FileLock(graph, shared=False).release()


def test_a_reader_waits_for_a_writer(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = FileLock(graph, shared=False)
    with pytest.raises(TaegError, match="in use"):
        FileLock(graph, shared=True)
    monkeypatch.setattr(lock, "LOCK_PATIENCE", 10)
    threading.Timer(0.2, writer.release).start()
    FileLock(graph, shared=True).release()


def test_new_readers_give_way_to_a_waiting_writer(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although they could share the lock with the present reader."""
    for name in ("LOCK_PATIENCE", "LOCK_GIVE_WAY"):
        monkeypatch.setattr(lock, name, 3600)
    reader = FileLock(graph, shared=True)
    taken: list[bool] = []

    def take(shared: bool) -> None:
        taker = FileLock(graph, shared=shared)
        taken.append(shared)
        taker.release()

    threads = [threading.Thread(target=take, args=(shared,), daemon=True) for shared in (False, True)]
    for thread, waits in zip(threads, (lock.WRITER_WAITS, lock.READER_WAITS), strict=True):
        thread.start()
        while not reader._named(waits):
            time.sleep(0.01)
    assert taken == []
    reader.release()
    monkeypatch.setattr(lock, "LOCK_GIVE_WAY", 0)
    for thread in threads:
        thread.join(60)
    assert sorted(taken) == [False, True]


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
