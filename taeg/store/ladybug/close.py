"""How an embedded graph file is closed where its disk may be full: in words, not by the end of the process.

Closing, the engine writes its log into the file; where the disk has no room for that it aborts the process. So the log
is written before, where there is room, by a statement that can fail, and after such a failure the engine's objects are
never destroyed: whoever opens the file next finishes what it holds.
"""

import ctypes
from pathlib import Path

import ladybug

import cypher
from taeg.base.errors import TaegError
from taeg.store.ladybug import disk_space as room


def close(database: ladybug.Database, connection: ladybug.Connection) -> None:
    """Close both; a RuntimeError or TaegError says why the log could not be written, and they stay open then."""
    path = Path(database.database_path)
    try:
        if path.with_name(f"{path.name}.wal").exists():
            room.check(path)
        result = connection.execute(cypher.query("ladybug/checkpoint").text)
    except (RuntimeError, TaegError):
        leave_open(database, connection)
        raise
    if not isinstance(result, list):
        result.close()
    connection.close()
    database.close()


def leave_open(*parts: object) -> None:
    """Keep the engine's objects to the end of the process and past it.

    What the disk had no room for the engine tries to write once more when its objects are destroyed.
    """
    for part in parts:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(part))
