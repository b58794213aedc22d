"""The working file of a long ingest: where it lies beside a graph, and how it goes with its corpus.

It holds the corpus in all its words until that is loaded, and stays where an ingest was stopped, to be gone on with. It
is a database of SQLite; what is in it is `ingest.spool`'s.
"""

import os
import sqlite3
import stat
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from taeg.store.engine import Store

ENDINGS = ("", "-journal", "-wal", "-shm")
"""The database and what SQLite puts beside it."""


def place(store: Store, corpus: str) -> Path:
    """Where the working file of a corpus lies, or would."""
    return store.workspace(sha256(corpus.encode("utf-8", "surrogatepass")).hexdigest()[:12])


def is_own(path: Path) -> bool:
    """Whether a file that nobody else may look into lies there, and it is this user's; OSError where nobody can say."""
    found = path.lstat()
    mine = not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & 0o077)
    return stat.S_ISREG(found.st_mode) and mine


def unlink(path: Path) -> None:
    """Take it away with all that belongs to it."""
    for ending in ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def remove(path: Path) -> str:
    """Take away one that was left lying; why it stays, where it does."""
    try:
        if not is_own(path):
            return "what lies there is not a private file of yours"
        # while we hold it nobody else can take it up; whoever has just opened it works on, on a file without a name
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as database:
            try:
                database.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if "locked" in str(error):
                    return "an ingest of it is at work on this machine"
            except sqlite3.DatabaseError:
                pass  # no database, or no longer: nobody can be at work on it
            unlink(path)
    except FileNotFoundError:
        unlink(path)
    except OSError as error:
        return error.strerror or str(error)
    return ""
