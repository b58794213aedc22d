"""The Neo4j server killed during an ingest, and the state of the graph afterwards."""

import os
import random
import signal
import time
from pathlib import Path

from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.local_server import Server
from tests.faults.clients import Client
from tests.faults.kills import SHORTER, TRIES, Undisturbed
from tests.faults.subject import Subject


def moments(count: int, seed: int = 1) -> list[float]:
    """Parts of an ingest's time at which the server is killed."""
    made = random.Random(seed)
    return [made.uniform(0.2, 0.9) for _ in range(count)]


def kill_server(subject: Subject, expected: Undisturbed, home: Path, moment: float, *, under_it: bool) -> str:
    """Kill the server during an ingest; return `done`, `old` or `new`, or a description of the fault.

    It is started again `under_it`, while the client may still try, or when the client has given up.
    """
    client, server = _at_work(subject, expected, home, moment)
    os.kill(server.pid, signal.SIGKILL)
    if under_it:
        localserver.start(home)
    ended = client.end()
    localserver.start(home)
    if not ended.clear:
        return f"an unclear message: {ended}"
    found = subject.state()
    if found not in (expected.old, expected.new):
        return f"a mixture: {found}"
    again = subject.clients.run(*expected.words, work=expected.work)
    if again.code != 0 or subject.state() != expected.new or subject.count().census != expected.census:
        return f"the same again ends otherwise: {again}"
    if ended.code == 0:
        return "done"
    return "old" if found == expected.old else "new"


def _at_work(subject: Subject, expected: Undisturbed, home: Path, moment: float) -> tuple[Client, Server]:
    """A client that has not ended at a part of its time, and its server."""
    seconds = expected.seconds
    for _ in range(TRIES):
        subject.prepare(*expected.base)
        server = localserver.status(home)
        assert server is not None
        client = subject.clients.start(*expected.words, work=expected.work).begun()
        client.process.join(moment * seconds)
        if client.process.is_alive():
            return client, server
        seconds = SHORTER * min(seconds, time.monotonic() - client.started)
    raise AssertionError("the client always ends before the server can be killed")
