"""The Neo4j server killed under a client, and what is found afterwards. Used as `kills` is."""

import os
import random
import signal
import time
from pathlib import Path

from taeg import localserver
from tests.faults.ground import Ground
from tests.faults.kills import Undisturbed


def moments(count: int, seed: int = 1) -> list[float]:
    """Parts of an ingest's time at which the server is killed."""
    made = random.Random(seed)
    return [made.uniform(0.2, 0.9) for _ in range(count)]


def kill_server(ground: Ground, expected: Undisturbed, home: Path, moment: float) -> str:
    """Kill the server in an ingest: `done`, `old` or `new` is how it ended, all else what was wrong."""
    ground.prepare(*expected.base)
    server = localserver.status(home)
    assert server is not None
    client = ground.clients.start(*expected.words).begun()
    time.sleep(moment * expected.seconds)
    os.kill(server.pid, signal.SIGKILL)
    ended = client.end()
    localserver.start(home)
    if not ended.clear:
        return f"an unclear message: {ended}"
    found = ground.state()
    if found not in (expected.old, expected.new):
        return f"a mixture: {found}"
    again = ground.clients.run(*expected.words)
    if again.code != 0 or ground.state() != expected.new or ground.count().census != expected.census:
        return f"the same again ends otherwise: {again}"
    if ended.code == 0:
        return "done"
    return "old" if found == expected.old else "new"
