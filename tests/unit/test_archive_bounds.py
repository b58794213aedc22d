"""How large a backup may be: as much is read as is written, and no more is held than that."""

import tracemalloc
from pathlib import Path

import pytest

from taeg.base.errors import InputError, TaegError
from taeg.graph import backup as archive
from taeg.graph.backup import Dump, read_file, write_file
from tests.unit.builders import story_graph, story_run


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a corpus with a run."""
    path = tmp_path / "voyage.taeg"
    write_file(path, [Dump("voyage", story_graph(), (story_run(),))])
    return path


@pytest.mark.parametrize("bound", ["LONGEST", "LARGEST"])
def test_what_is_larger_than_a_backup_can_be_is_neither_read_nor_written(
    backup: Path, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = backup.read_text(encoding="utf-8")
    most = len(text) if bound == "LARGEST" else max(map(len, text.splitlines(keepends=True)))
    monkeypatch.setattr(archive, bound, most)
    whole = read_file(backup)
    write_file(backup, whole)
    before = backup.read_bytes()
    monkeypatch.setattr(archive, bound, most // 2)
    with pytest.raises(InputError, match="larger than any that TAEG writes"):
        read_file(backup)
    with pytest.raises(TaegError, match="more than a backup can hold"):
        write_file(backup, whole)
    assert backup.read_bytes() == before


def test_a_file_without_an_end_is_not_read_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LONGEST", 10_000)
    path = tmp_path / "endless.taeg"
    path.write_bytes(b" " * 30_000_000)
    tracemalloc.start()
    with pytest.raises(InputError, match="larger than any that TAEG writes"):
        read_file(path)
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()
