"""Closing an embedded graph file whose disk may be full.

Needed because the engine writes its log into the file when it closes, and aborts the process if the disk is full.
So the log is written first, by a statement that can fail. After a failure the engine's objects are never destroyed; the
next process that opens the file replays the log.
"""

import ctypes
from pathlib import Path

import ladybug

import cypher
from taeg.base.errors import TaegError
from taeg.store.ladybug import disk_space


def close(database: ladybug.Database, connection: ladybug.Connection) -> None:
    """Close both. If the log cannot be written, raise RuntimeError or TaegError and leave them open."""
    path = Path(database.database_path)
    try:
        if path.with_name(f"{path.name}.wal").exists():
            disk_space.check(path)
        result = connection.execute(cypher.query("ladybug/checkpoint").text)
    except (RuntimeError, TaegError):
        leave_open(database, connection)
        raise
    if not isinstance(result, list):
        result.close()
    connection.close()
    database.close()


def leave_open(*parts: object) -> None:
    """Keep the engine's objects alive until the process ends: destroying them would write the log again."""
    for part in parts:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(part))
