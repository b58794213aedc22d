"""A full disk under the embedded graph, at every stage of what writes: a small tmpfs, which only root may mount.

A client looks before it writes and says that there is too little room; so that the disk is full in the middle of
something, as where somebody else fills it, the clients of one test do not look.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from taeg.store.ladybug import driver
from tests.faults import kills
from tests.faults import subject as subjects
from tests.faults.clients import Client, Work
from tests.faults.conftest import required
from tests.faults.subject import Subject, Tables

LONG = pytest.mark.faults
OPERATIONS = ["replace", *(pytest.param(name, marks=LONG) for name in ("add", "consolidate"))]
TRIALS = [
    ("replace", 2),
    *(pytest.param(*trial, marks=LONG) for trial in (("replace", 6), ("add", 2), ("consolidate", 2))),
]
"""How often each operation is tried, with ever more room, from next to none to nearly enough."""
PAGE = 4096
ROOM = 256 << 20
LOOK = 0.002
"""Seconds between two looks at how full the disk is."""


class Disk:
    """A file system of a size that can be changed."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def resize(self, size: int) -> None:
        """Make it that many bytes large, rounded up to pages."""
        pages = -(-size // PAGE) * PAGE
        subprocess.run(["mount", "-o", f"remount,size={pages}", str(self.place)], check=True)

    @property
    def used(self) -> int:
        """Bytes that are not free."""
        found = os.statvfs(self.place)
        return (found.f_blocks - found.f_bfree) * found.f_frsize

    def most_used_by(self, client: Client) -> int:
        """Bytes that are not free at the moment when a client needs most of them."""
        most = self.used
        while client.process.is_alive():
            most = max(most, self.used)
            client.process.join(LOOK)
        assert client.end().code == 0
        return most


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=0700", "tmpfs", str(place)],
        check=False,
        capture_output=True,
        text=True,
    )
    if mounted.returncode:
        required(f"no tmpfs can be mounted here: {mounted.stderr.strip()}")
    yield Disk(place)
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def without_looking(work: Work, words: list[str]) -> None:
    """Do the same, whatever room there is."""
    driver.MARGIN = driver.LARGEST_CHANGE = 0
    work(words)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_free_space_is_checked_before_writing(disk: Disk, tables: Tables, tmp_path: Path, operation: str) -> None:
    subject = Subject("ladybug", subjects.Clients(str(disk.place / "graph.db"), tmp_path), tables.old.parent)
    expected = kills.undisturbed(subject, tables, operation)
    subject.prepare(*expected.base)
    least = Path(subject.clients.store).stat().st_size + driver.MARGIN
    for free in (PAGE, least // 2, least - PAGE):
        disk.resize(disk.used + free)
        ended = subject.clients.run(*expected.words, work=expected.work)
        assert (ended.code, ended.clear) == (1, True), ended.err
        assert "MB left" in ended.err
        assert "free some" in ended.err
        assert subject.state() == expected.old
    disk.resize(ROOM)
    subject.clients.must(*expected.words, work=expected.work)
    assert subject.state() == expected.new


@pytest.mark.parametrize(("operation", "steps"), TRIALS)
def test_a_full_disk_leaves_the_old_corpus(
    disk: Disk, tables: Tables, tmp_path: Path, operation: str, steps: int
) -> None:
    subject = Subject("ladybug", subjects.Clients(str(disk.place / "graph.db"), tmp_path), tables.old.parent)
    expected = kills.undisturbed(subject, tables, operation)
    subject.prepare(*expected.base)
    before, most = disk.used, disk.most_used_by(subject.clients.start(*expected.words, work=expected.work))
    failed = old = 0
    for step in range(steps):
        disk.resize(ROOM)
        subject.prepare(*expected.base)
        disk.resize(before + PAGE + (most - before) * step // steps)
        ended = subject.clients.run(*expected.words, work=partial(without_looking, expected.work))
        assert ended.clear or ended.code == -signal.SIGABRT, ended.err  # the engine's own end, now and then
        if ended.code == 0:
            assert subject.state() == expected.new
            continue
        failed += 1
        full = subject.clients.run("stats", "--json")  # the engine may need room to finish what was interrupted
        assert full.clear, full.err
        assert full.code == 0 or "free some" in full.err
        disk.resize(ROOM)
        found = subject.state()
        assert found in (expected.old, expected.new)  # the new one where the room was gone only when it was switched to
        old += found == expected.old
        assert subject.clients.digests() == {subjects.NIGHT: found.digest}, "in a fresh process too"
        assert full.code or found.digest in full.out
        subject.clients.must(*expected.words, work=expected.work)
        assert subject.state() == expected.new
        assert subject.count().census == expected.census
    print(f"{operation}: {failed} of {steps} had not enough room; {old} of them left what was there before")
    assert old >= steps // 2, "the disk was hardly ever full"
