"""The home folder of a local server: private files, lock, password and state of the last start."""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from taeg.base.errors import InputError, TaegError
from taeg.base.files import private_folder, write_whole
from taeg.store.neo4j.lines import DEFAULT, LINES

ELSEWHERE = "A local Neo4j can be started on Linux and macOS only: use docker-compose.yml instead"
LOCK = "taeg.lock"
PASSWORD = "password"  # noqa: S105 - the name of a file
STATE = "taeg.json"


@dataclass(frozen=True, slots=True)
class State:
    """The last start; `pid` is 0 until the process is launched."""

    pid: int
    create_time: float
    bolt_port: int
    http_port: int
    version: str
    gds: bool
    line: str = DEFAULT.name
    """The release line; absent in older homes."""


def prepare(home: Path) -> None:
    """Create the folder, accessible by its owner only; raise if it contains other files."""
    try:
        private_folder(home)
        # in this order: a concurrent start creates the lock first
        if any(home.iterdir()) and not (home / LOCK).exists():
            raise InputError("contains other files and is no Neo4j home of taeg: choose an empty folder", str(home))
        if home.stat().st_uid != os.getuid():
            raise InputError("belongs to another user: choose an empty folder", str(home))
        home.chmod(0o700)
    except OSError as error:
        raise TaegError(f"{home}: cannot be used for Neo4j ({error.strerror}): choose another folder") from None


@contextlib.contextmanager
def held(home: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a home; convert an OSError in the block (disk full, wrong owner) to TaegError."""
    try:
        with lock(home / LOCK, waiting):
            yield
    except OSError as error:
        raise TaegError(f"{error.filename or home}: {error.strerror or error}: fix this and try again") from None


@contextlib.contextmanager
def lock(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a lock file; call `waiting` once if another process holds it. The system releases it at process end."""
    try:
        import fcntl
    except ImportError:
        raise TaegError(ELSEWHERE) from None
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def write_private(path: Path, text: str) -> None:
    """Write a file atomically, readable by its owner only."""
    write_whole(path, [text.encode()], mode=0o600)


def password(home: Path) -> str:
    """Return the password of a home, generating it if there is none."""
    if not read_password(home):
        write_private(home / PASSWORD, secrets.token_urlsafe(24) + "\n")
    return read_password(home)


def read_password(home: Path) -> str:
    """Return the password of a home, or an empty string."""
    try:
        return (home / PASSWORD).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise TaegError(
            f"{home / PASSWORD}: the password cannot be read; check the owner and mode of the file"
        ) from None


def write_state(home: Path, state: State) -> None:
    """Store the state."""
    write_private(home / STATE, msgspec.json.encode(state).decode())


def read_state(home: Path) -> State | None:
    """Return the stored state, or None if it is missing or damaged."""
    try:
        state = msgspec.json.decode((home / STATE).read_bytes(), type=State)
    except (OSError, ValueError, msgspec.DecodeError):
        return None
    return state if state.line in LINES else None
