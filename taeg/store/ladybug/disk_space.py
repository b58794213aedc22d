"""Check for free disk space before the embedded engine writes.

The engine aborts the process if the disk fills up while it writes its log into the file. The check is generous: a
change can touch every page of a small file, and each page is written twice.
"""

import shutil
from pathlib import Path

from taeg.base.errors import TaegError

MARGIN = 16 << 20
"""Bytes required before a statement: the length at which the engine writes its log into the file."""
LARGEST = 256 << 20
"""Bytes: the largest part of a file that a change is assumed to touch."""


def check(path: Path, spare: int = 0) -> None:
    """Raise TaegError if the disk of a graph file is too small to write the file again."""
    try:
        free = shutil.disk_usage(path.parent).free
        needed = spare + min(path.stat().st_size, LARGEST)
    except OSError:
        return  # unknown
    if free < needed:
        raise TaegError(
            f"the disk of the graph file {path} has {free / 1e6:,.1f} MB left, and writing to it may take "
            f"{needed / 1e6:,.1f} MB; make room and run this again"
        )
