"""Accounts on their way into the graph that are too many for memory: a file of SQLite beside the work.

Rows go in as they are read; `ingest.ordering` has the database check them and put them in order, and `ingest.spooled`
hands them out again in slices. A spool keeps how far it has come, so that a run that was killed is gone on with. It is
its owner's alone to read, and gone when the corpus is in the graph.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from taeg.base.errors import TaegError
from taeg.model.arrange import UNNAMED, plain_id
from taeg.model.corpus import Event, Version
from taeg.model.timeline import natural
from taeg.store import workfiles
from taeg.text import times

SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = TRUNCATE",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA cache_size = -64000",
    "PRAGMA temp_store = FILE",
)
"""One process at a time; 64 MB of the database stay in memory. Rows that are new need no journal, unlike a log."""

SCHEMA = """
CREATE TABLE told(key TEXT PRIMARY KEY, value BLOB);
CREATE TABLE account(
  n INTEGER PRIMARY KEY, name TEXT, own INTEGER, words BLOB, event TEXT, source TEXT, reference TEXT, time TEXT,
  start REAL, stop REAL, zoned INTEGER, title TEXT, position TEXT, language TEXT, telling INTEGER, place TEXT,
  text TEXT);
CREATE TABLE event(
  id TEXT PRIMARY KEY, title TEXT, day TEXT, location TEXT, reference TEXT, time TEXT, start REAL, stop REAL,
  zoned INTEGER, position TEXT, declared INTEGER, place TEXT)
"""
_ACCOUNT = "INSERT INTO account VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_EVENT = "INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class DamagedError(TaegError):
    """What lies there is no spool, or no longer."""


class Spool:
    """One corpus in a file of SQLite."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self.path = path
        self.database = database

    @classmethod
    def open(cls, path: Path, fingerprint: str) -> Self:
        """Go on with the spool of that fingerprint if it lies there, else begin anew."""
        _refuse_strangers(path)
        if path.exists():
            spool = cls(path, _connected(path))
            try:
                spool.hold()
                if spool.told("fingerprint") == fingerprint:
                    return spool
            except DamagedError:
                pass  # one that was killed as it was made, or something else of that name
            spool.remove()
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise TaegError(f"cannot make the working file {path}: {error.strerror}") from error
        spool = cls(path, _connected(path))
        with spool.step():
            for statement in SCHEMA.split(";"):
                spool.run(statement)
            spool.tell("fingerprint", fingerprint)
        return spool

    def hold(self) -> None:
        """Keep others out until it is closed."""
        self.run("BEGIN EXCLUSIVE")
        self.run("COMMIT")

    def close(self) -> None:
        """Leave it for the next run."""
        self.database.close()

    def remove(self) -> None:
        """Leave nothing."""
        self.close()
        workfiles.unlink(self.path)

    @contextmanager
    def step(self) -> Iterator[None]:
        """What is done in here is done whole or not at all."""
        try:
            self.run("BEGIN")
            with self._told():
                yield
            self.run("COMMIT")
        finally:
            if self.database.in_transaction:
                with suppress(sqlite3.Error):
                    self.database.execute("ROLLBACK")

    def told(self, key: str) -> Any:  # noqa: ANN401 (what was noted)
        """What was noted under a key; an empty text for nothing."""
        for (value,) in self.rows("SELECT value FROM told WHERE key = ?", key):
            return value
        return ""

    def tell(self, key: str, value: str | int | bytes) -> None:
        """Note something; within a step."""
        self.run("INSERT INTO told VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", key, value)

    def run(self, sql: str, *parameters: object) -> int:
        """Change something; within a step. Says how many rows were put in or changed."""
        with self._told():
            return self.database.execute(sql, parameters).rowcount

    def rows(self, sql: str, *parameters: object) -> Iterator[Any]:
        """The rows of a question, as they are asked for."""
        with self._told():
            yield from self.database.execute(sql, parameters)

    def value(self, sql: str, *parameters: object) -> Any:  # noqa: ANN401 (what the database says)
        """The only value of the only row of a question."""
        with self._told():
            return self.database.execute(sql, parameters).fetchone()[0]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the database's errors into one sentence each."""
        try:
            yield
        except sqlite3.Error as error:
            said = str(error)
            if "user-defined function" in said:  # ours raise nothing: somebody pressed Ctrl-C while they ran
                raise KeyboardInterrupt from error
            if "locked" in said:
                message = f"another process is ingesting this corpus ({self.path}); wait until it ends"
                raise TaegError(message) from error
            if any(word in said for word in ("malformed", "not a database", "no such table")):
                raise DamagedError(f"the working file {self.path} is damaged; remove it and run this again") from error
            raise TaegError(f"the working file {self.path} failed: {said}; is the disk full?") from error

    def add(self, accounts: Iterable[Version], first: int) -> None:
        """Put accounts in, numbered from `first`; within a step."""
        with self._told():
            self.database.executemany(_ACCOUNT, (_account_row(v, n) for n, v in enumerate(accounts, first)))

    def declare(self, events: Iterable[Event]) -> None:
        """Put in the events of a timeline; within a step."""
        with self._told():
            self.database.executemany(_EVENT, map(_event_row, events))


def _account_row(v: Version, number: int) -> tuple[object, ...]:
    own = v.id != UNNAMED
    words = sha256(json.dumps((v.source, v.event, v.time, v.citation, v.text, *v.gaps)).encode()).digest()
    return (
        *(number, v.id if own else plain_id(v), own, words, v.event, v.source, v.citation, v.time, *_span(v.time)),
        *(v.title, v.position, v.language, v.order_in_source, v.origin, v.text),
    )


def _event_row(event: Event) -> tuple[object, ...]:
    return (
        *(event.id, event.title, event.day, event.location, event.gold_text, event.time, *_span(event.time)),
        *(event.position, event.declared, event.origin),
    )


def _span(time: str) -> tuple[float | None, float | None, bool | None]:
    if not time:
        return None, None, None
    span = times.parse(time)
    return span.start, span.stop, span.zoned


def _refuse_strangers(path: Path) -> None:
    """Stop where something lies in the place of a spool that is not this user's own private file."""
    try:
        own = workfiles.is_own(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise TaegError(f"cannot look at the working file {path}: {error.strerror}") from error
    if not own:
        raise TaegError(f"{path} is no working file that TAEG made for you; remove it, or choose another --store")


def _connected(path: Path) -> sqlite3.Connection:
    # its log and index files get the mode of the database itself
    database = sqlite3.connect(path, isolation_level=None, timeout=1)
    for setting in SETTINGS:
        with suppress(sqlite3.DatabaseError):  # what is no database is seen when it is asked something
            database.execute(setting)
    database.create_function("natural_key", 1, natural_bytes, deterministic=True)
    database.create_function("folded", 1, str.casefold, deterministic=True)
    database.create_function("number", 1, lambda written: float(written or 0), deterministic=True)
    return database


def natural_bytes(text: str) -> bytes:
    """The key of `timelines.natural` as bytes that sort alike."""
    parts = []
    for part in natural(text):
        kind, length, words = part
        if kind < 0:
            parts.append(b"\0" + words.encode())
        elif kind == 0:
            parts.append(b"\1" + length.to_bytes(8) + words.encode())
        else:
            parts.append(b"\2" + words.encode() + b"\0")
    return b"".join(parts)
