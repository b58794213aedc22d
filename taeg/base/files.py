"""Atomic file writes, private folders, and the folder for downloads."""

import errno
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from taeg.base.errors import InputError, TaegError

_GRAPH = b"LBUG"
"""The beginning of an embedded graph file."""
_COMPANIONS = (".lock", ".wal", ".shadow")
"""Suffixes of the files beside it."""


def write_whole(path: Path, parts: Iterable[bytes], mode: int = 0o666) -> None:
    """Write a temporary file beside the target and rename it when complete.

    Symbolic links are followed unless another user created them (in /tmp, for instance, to redirect the write);
    devices are refused.
    """
    with _partial(path, parts, mode) as (partial, target):
        _renamed(partial, target, path)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write several files: none is replaced before the content of all of them is on disk."""
    with ExitStack() as stack:
        written = [(*stack.enter_context(_partial(path, [content])), path) for path, content in files.items()]
        for partial, target, path in written:
            _renamed(partial, target, path)


@contextmanager
def _partial(path: Path, parts: Iterable[bytes], mode: int = 0o666) -> Iterator[tuple[Path, Path]]:
    """Write a temporary file beside the target; yields both, and removes the file if it was not renamed."""
    try:
        if path.is_symlink() and hasattr(os, "getuid") and path.lstat().st_uid not in (os.getuid(), 0):
            raise InputError(f"{path} is a symbolic link of another user; name another")
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise InputError(f"{path} is not an ordinary file; name another")
        if _is_graph(target):
            raise InputError(f"{path} is the file of a graph, or its log or lock; name another")
        partial = target.with_name(f".{secrets.token_hex(6)}.partial")
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except (OSError, ValueError, RuntimeError) as error:
        raise TaegError(f"cannot write {str(path)[:200]}: {getattr(error, 'strerror', None) or error}") from error
    try:
        try:
            with os.fdopen(descriptor, "wb") as file:
                for part in parts:
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise TaegError(f"cannot write {path}: {error.strerror}") from error
        yield partial, target
    finally:
        partial.unlink(missing_ok=True)


def _renamed(partial: Path, target: Path, path: Path) -> None:
    try:
        partial.replace(target)
    except OSError as error:
        raise TaegError(f"cannot write {path}: {error.strerror}") from error


def _is_graph(path: Path) -> bool:
    """Whether a file is an embedded graph, or one of the files beside it."""
    for name in (path, *(path.with_name(path.name.removesuffix(s)) for s in _COMPANIONS if path.name.endswith(s))):
        try:
            with name.open("rb") as file:
                if file.read(len(_GRAPH)) == _GRAPH:
                    return True
        except OSError:
            continue
    return False


def write_folder(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files by name into a folder, each atomically; return their paths."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TaegError(f"cannot write into {folder}: {error.strerror}") from error
    for name, content in files.items():
        write_whole(folder / name, [content])
    return [folder / name for name in files]


def private_folder(path: Path) -> None:
    """Create a folder and its missing parents, accessible by their owner only."""
    for missing in reversed([folder for folder in (path, *path.parents) if not folder.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def cache_folder() -> Path:
    """Return the folder for downloads: `$TAEG_HOME/cache`, else the user's cache folder."""
    import platformdirs

    home = os.environ.get("TAEG_HOME")
    return Path(home).expanduser().absolute() / "cache" if home else platformdirs.user_cache_path("taeg")
