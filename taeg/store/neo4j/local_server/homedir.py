"""The folder one local server lives in: private files, the lock, the password and the state.

Knows nothing of Neo4j's own files in it, nor of processes.
"""

import contextlib
import errno
import json
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from taeg.base.errors import InputError, TaegError
from taeg.store.neo4j.local_server.lines import DEFAULT, LINES

ELSEWHERE = "A local Neo4j is started on Linux and macOS only: use docker-compose.yml instead"
LOCK = "taeg.lock"
PASSWORD = "password"  # noqa: S105 - the name of a file
STATE = "taeg.json"


@dataclass(frozen=True, slots=True)
class State:
    """What is remembered of the last start; `pid` is 0 from before the launch until just after it."""

    pid: int
    create_time: float
    bolt_port: int
    http_port: int
    version: str
    gds: bool
    line: str


def prepare(home: Path) -> None:
    """Create the folder, for its owner alone; refuse one that holds something else."""
    try:
        private_folder(home)
        # In this order: another start may be at its first steps, and the lock is the first file it makes.
        if any(home.iterdir()) and not (home / LOCK).exists():
            raise InputError("holds other files and is no Neo4j home of taeg: name a new or an empty folder", str(home))
        if home.stat().st_uid != os.getuid():
            raise InputError("belongs to another user: name a new or an empty folder", str(home))
        home.chmod(0o700)
    except OSError as error:
        raise TaegError(f"{home}: cannot be used for a Neo4j ({error.strerror}): name another folder") from None


def private_folder(path: Path) -> None:
    """Create a folder and what is missing above it for their owner alone, whatever the umask."""
    for missing in reversed([folder for folder in (path, *path.parents) if not folder.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


@contextlib.contextmanager
def held(home: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a home; what the system refuses meanwhile (a full disk, a foreign file) is said as one line."""
    try:
        with lock(home / LOCK, waiting):
            yield
    except OSError as error:
        raise TaegError(f"{error.filename or home}: {error.strerror or error}: see to it and try again") from None


@contextlib.contextmanager
def lock(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a lock file; `waiting` is called once if someone else has it. The system frees it when a holder dies."""
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
    """Write a file that was never readable by others and is never seen half written."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def password(home: Path) -> str:
    """Return the password of this home, generated first where there is none."""
    return read_password(home) or _new_password(home)


def read_password(home: Path) -> str:
    """Return the password of this home; empty where there is none."""
    try:
        return (home / PASSWORD).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise TaegError(f"{home / PASSWORD}: the password cannot be read: see to the file's owner and mode") from None


def _new_password(home: Path) -> str:
    write_private(home / PASSWORD, secrets.token_urlsafe(24) + "\n")
    return read_password(home)


def write_state(home: Path, state: State) -> None:
    """Remember a start."""
    write_private(home / STATE, json.dumps(asdict(state)) + "\n")


def read_state(home: Path) -> State | None:
    """Return the last start; None where there was none or its file is not one of ours."""
    try:
        kept = json.loads((home / STATE).read_text(encoding="utf-8"))
        return State(
            pid=int(kept["pid"]),
            create_time=float(kept["create_time"]),
            bolt_port=int(kept["bolt_port"]),
            http_port=int(kept["http_port"]),
            version=str(kept["version"]),
            gds=bool(kept["gds"]),
            # Homes from before there was a choice are of the line there was.
            line=LINES[kept.get("line", DEFAULT.name)].name,
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
