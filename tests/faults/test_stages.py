"""A client killed in each stage of an ingest, on each engine."""

import os
import signal
from itertools import islice

import ingest
import taeg
from taeg.base.progress import Progress
from tests.faults.clients import Ended
from tests.faults.subject import EMBEDDED_FIRST, NIGHT, Subject
from tests.integration import accounts

EVENTS, SOURCES = 60, 5
EVERY = {"ladybug": 2, "neo4j": 4}
"""Every which stage is tried."""


@EMBEDDED_FIRST
def test_killed_in_each_stage(subject: Subject) -> None:
    run(subject, 1)
    old = subject.state()
    stages = list(dict.fromkeys(run(subject, 2).out.splitlines()))
    new, census = subject.state(), subject.count().census
    assert {"events", "versions", "BEFORE edges", "SAME_EVENT edges", "switch", "sweep"} <= set(stages)
    found = []
    for stage in islice(stages, 0, None, EVERY[subject.engine]):
        run(subject, 1)
        assert run(subject, 2, stage).code == -signal.SIGKILL
        found.append(subject.state())
        assert found[-1] in (old, new), stage
        run(subject, 2)
        assert (subject.state(), subject.count().census) == (new, census)
    assert old in found


def run(subject: Subject, seed: int, stage: str = "") -> Ended:
    """Ingest one of the two corpora; with a stage, the client is killed in it."""
    ended = subject.clients.launch(load, [subject.clients.store, str(seed), stage]).end()
    assert stage or ended.code == 0, ended.err
    return ended


class Fatal(Progress):
    """Prints stages, and kills the process when it enters one of them."""

    def __init__(self, stage: str) -> None:
        self._stage = stage

    def stage(self, name: str, total: int = 0) -> None:
        """Print the stage, or die."""
        print(name, flush=True)
        if name == self._stage:
            os.kill(os.getpid(), signal.SIGKILL)


def load(words: list[str]) -> None:
    store, seed, stage = words
    corpus = accounts.corpus(events=EVENTS, sources=SOURCES, seed=int(seed))
    with taeg.open(store) as graph:
        ingest.load(corpus, graph, NIGHT, Fatal(stage))
