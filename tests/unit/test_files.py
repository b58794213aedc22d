"""Atomic file writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_folder, write_whole


def test_write_and_replace(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, [b"one ", b"two"])
    assert path.read_bytes() == b"one two"
    write_whole(path, [])
    assert path.read_bytes() == b""
    assert list(tmp_path.iterdir()) == [path]


def test_old_file_remains_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def parts() -> Iterator[bytes]:
        yield b"new"
        assert path.read_bytes() == b"old"
        raise RuntimeError("aborted")

    with pytest.raises(RuntimeError, match="aborted"):
        write_whole(path, parts())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_symbolic_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "real.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write_whole(link, [b"words"])
    assert link.is_symlink()
    assert target.read_bytes() == b"words"


def test_device_is_refused() -> None:
    with pytest.raises(InputError, match=r"^/dev/null is not an ordinary file; name another$"):
        write_whole(Path("/dev/null"), [b"words"])


@pytest.mark.parametrize("name", ["no/a.txt", "x" * 300, "a\x00b"])
def test_invalid_paths(tmp_path: Path, name: str) -> None:
    with pytest.raises(TaegError, match=r"^cannot write .*: [\w ]+$"):
        write_whole(tmp_path / name, [b"words"])
    assert list(tmp_path.iterdir()) == []


def test_mode_is_set_on_creation(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    def parts() -> Iterator[bytes]:
        [partial] = tmp_path.iterdir()
        assert partial.stat().st_mode & 0o777 == 0o600
        yield b"secret"

    write_whole(path, parts(), mode=0o600)
    assert path.stat().st_mode & 0o777 == 0o600


def test_unwritable_folders_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match=r"file is a file; name a folder$"):
        write_folder(tmp_path / "file", {"a.txt": b"a"})
    with pytest.raises(TaegError, match=r"^cannot write into .*below: "):
        write_folder(tmp_path / "file" / "below", {"a.txt": b"a"})
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(InputError, match=r"a\.txt is not an ordinary file; name another$"):
        write_folder(tmp_path, {"a.txt": b"a"})
    assert not list(tmp_path.glob("*.partial"))
