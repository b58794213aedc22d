"""What other users can see of processes: command lines, and environments where readable."""

import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

Seen = defaultdict[int, set[str]]
"""Words of the command line and values of the environment, by process."""
_PAUSE = 0.02


@contextmanager
def watched() -> Iterator[Seen]:
    """Record the processes of this machine, without this one's environment, until the block ends."""
    seen: Seen = defaultdict(set)
    over = threading.Event()

    def look() -> None:
        while not over.wait(_PAUSE):
            for one in psutil.process_iter():
                try:
                    seen[one.pid].update(one.cmdline())
                    if one.pid != os.getpid():
                        seen[one.pid].update(one.environ().values())
                except (psutil.Error, OSError):
                    continue

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()
