"""A full disk under the embedded graph, at every stage of an ingest: a small tmpfs, which only root may mount."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import ground as grounds
from tests.faults import kills
from tests.faults.conftest import required
from tests.faults.ground import Ground, Tables

STEPS = 7
PAGE = 4096


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


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256m,mode=0700", "tmpfs", str(place)],
        check=False,
        capture_output=True,
        text=True,
    )
    if mounted.returncode:
        required(f"no tmpfs can be mounted here: {mounted.stderr.strip()}")
    yield Disk(place)
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk_leaves_the_old_corpus(disk: Disk, tables: Tables, tmp_path: Path) -> None:
    ground = Ground("ladybug", grounds.Clients(str(disk.place / "graph.db"), tmp_path), tables.old.parent)
    expected = kills.undisturbed(ground, tables, "replace")
    ground.prepare(*expected.base)
    before = disk.used
    failed = old = 0
    for step in range(STEPS):
        disk.resize(256 << 20)
        ground.prepare(*expected.base)
        disk.resize(before + PAGE + before * step // STEPS)  # an ingest needs less than the file once more
        ended = ground.clients.run(*expected.words)
        if ended.code == 0:
            assert ground.state() == expected.new
            continue
        failed += 1
        assert ended.clear, ended.err
        full = ground.clients.run("stats", "--json")  # the engine may need room to finish what was interrupted
        assert full.clear, full.err
        assert full.code == 0 or "make room" in full.err
        disk.resize(256 << 20)
        found = ground.state()
        assert found in (expected.old, expected.new)  # the new one where the room was gone only when it was switched to
        old += found == expected.old
        assert ground.clients.digests() == {grounds.NIGHT: found.digest}, "in a fresh process too"
        assert full.code or found.digest in full.out
        ground.clients.must(*expected.words)
        assert ground.state() == expected.new
        assert ground.count().census == expected.census
    print(f"{failed} of {STEPS} ingests had not enough room; {old} of them left the old corpus")
    assert old >= 3, "the disk was never full"
