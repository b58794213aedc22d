"""Whether the disk has room for what the embedded engine is about to write.

Where the engine finds none in the middle of writing its log into the file, it ends the process. So it is asked before,
generously: a change can touch every page of a small file, and each of them is then written twice.
"""

import shutil
from pathlib import Path

from taeg.base.errors import TaegError

MARGIN = 16 << 20
"""Bytes to spare before a statement; the engine empties its log into the file whenever it is that long."""
LARGEST = 256 << 20
"""Bytes: no change touches more of a file than that, as far as this goes. A larger file may need no more room."""


def check(path: Path, spare: int = 0) -> None:
    """Refuse in words where the disk of a graph file has too little room to write all of it once more."""
    try:
        free = shutil.disk_usage(path.parent).free
        needed = spare + min(path.stat().st_size, LARGEST)
    except OSError:
        return  # nothing is known of it
    if free < needed:
        raise TaegError(
            f"the disk of the graph file {path} has {free / 1e6:,.1f} MB left, and writing to it may take "
            f"{needed / 1e6:,.1f} MB; make room and run this again"
        )
