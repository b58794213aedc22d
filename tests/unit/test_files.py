"""Files that are there whole or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_whole


def test_a_file_is_written_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, [b"one ", b"two"])
    assert path.read_bytes() == b"one two"
    write_whole(path, [])
    assert path.read_bytes() == b""
    assert list(tmp_path.iterdir()) == [path]


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def parts() -> Iterator[bytes]:
        yield b"new"
        assert path.read_bytes() == b"old"
        raise RuntimeError("went away")

    with pytest.raises(RuntimeError, match="went away"):
        write_whole(path, parts())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "real.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write_whole(link, [b"words"])
    assert link.is_symlink()
    assert target.read_bytes() == b"words"


def test_a_device_is_refused() -> None:
    with pytest.raises(InputError, match=r"^/dev/null is not an ordinary file; name another$"):
        write_whole(Path("/dev/null"), [b"words"])


@pytest.mark.parametrize("name", ["no/a.txt", "x" * 300, "a\x00b"])
def test_what_cannot_be_written_is_told_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(TaegError, match=r"^cannot write .*: [\w ]+$"):
        write_whole(tmp_path / name, [b"words"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_the_mode_is_set_from_the_beginning(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.txt"

    def parts() -> Iterator[bytes]:
        [partial] = tmp_path.iterdir()
        assert partial.stat().st_mode & 0o777 == mode
        yield b"secret"

    write_whole(path, parts(), mode=mode)
    assert path.stat().st_mode & 0o777 == mode
