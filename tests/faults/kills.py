"""Clients killed at random moments of an operation, and the state of the graph afterwards.

Used by the tests with a few kills and by `python -m bench.faults` with many.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from types import MappingProxyType

import taeg
from taeg.base.errors import TaegError
from taeg.base.progress import Progress
from taeg.conflicts.values import COUNT, POSSIBLE, Batches, Conflict, Findings, Side
from taeg.graph.conflicts import Detector, find
from taeg.graph.read import arrays
from taeg.graph.scores import ChoiceScore, Score
from tests.faults.census import Census
from tests.faults.clients import Work, command
from tests.faults.subject import NIGHT, State, Subject, Tables

TRIES = 6
"""How often a client that ended before it could be killed is started again."""
SHORTER = 0.9
"""The fraction of its duration that the next one is given."""

Words = tuple[object, ...]

OPERATIONS: Mapping[str, Callable[[Tables], Words]] = MappingProxyType(
    {
        "replace": lambda tables: ("ingest", tables.new, "--id", NIGHT, "--replace"),
        "add": lambda tables: ("ingest", tables.more, "--add", "--id", NIGHT),
        "remove": lambda _: ("remove", "--source", "s3", "--corpus", NIGHT),
        "consolidate": lambda _: ("consolidate", "--strategy", "longest", "--corpus", NIGHT),
        "correct": lambda _: ("correct", "rename", "e7", "The seventh", "--corpus", NIGHT),
        "delete": lambda _: ("delete", "--corpus", NIGHT),
        "score": lambda _: (),
        "conflicts": lambda _: (),
    }
)


def score(words: list[str]) -> None:
    """Record scores of a run and of its choices."""
    with taeg.open(words[-1]) as graph:
        [run] = graph.runs(NIGHT)
        versions = graph.read(NIGHT).corpus.versions
        chosen = [versions[i].id for i in run.spans.version.tolist()]
        choices = [ChoiceScore(version, 0.5, best=True) for version in chosen]
        graph.record_scores(run.id, [Score("rougeL", 0.5, "first")], 10, choices, NIGHT)


def conflicts(words: list[str]) -> None:
    """Record a conflict between every two accounts of an event."""
    with taeg.open(words[-1]) as graph:
        entry = graph.corpus(NIGHT)
        find(graph.store, entry, arrays(graph.store, entry), Detector(_every_pair))


def _every_pair(batches: Batches, _: str, *, progress: Progress) -> Findings:
    progress.stage("pairs")
    found: list[Conflict] = []
    for batch in batches():
        for _, accounts in groupby(batch, key=lambda account: account.event):
            sides = [Side(account.version, 0, 4, account.text[:4]) for account in accounts]
            found += [Conflict(COUNT, "words", a, b, POSSIBLE, 0.5, "every pair") for a, b in combinations(sides, 2)]
    return Findings(tuple(found))


WORKS: Mapping[str, Work] = MappingProxyType({"score": score, "conflicts": conflicts})
"""Operations that are not a command."""


@dataclass(frozen=True)
class Undisturbed:
    """The result of an operation without a fault."""

    words: Words
    work: Work
    base: tuple[Words, ...]
    old: State
    new: State
    census: Census
    seconds: float


@dataclass
class Tally:
    """How the kills of one operation on one engine ended."""

    operation: str
    engine: str
    kills: int = 0
    old: int = 0
    new: int = 0
    wrong: list[str] = field(default_factory=list)


def undisturbed(subject: Subject, tables: Tables, operation: str) -> Undisturbed:
    """Run an operation once without a fault and return its result."""
    words, work = OPERATIONS[operation](tables), WORKS.get(operation, command)
    base: tuple[Words, ...] = (
        ("ingest", tables.old, "--id", NIGHT),
        ("consolidate", "--strategy", "taeg", "--corpus", NIGHT),
    )
    subject.empty()
    subject.prepare(*base)
    old = subject.state()
    client = subject.clients.start(*words, work=work).begun()
    ended = client.end()
    seconds = time.monotonic() - client.started
    assert ended.code == 0, ended.err
    return Undisturbed(words, work, base, old, subject.state(), subject.count().census, seconds)


def kill(subject: Subject, expected: Undisturbed, moment: float) -> str | float:
    """Kill an operation at a fraction of its duration; return `old` or `new`, or a description of the fault.

    For a client that ended before, return its duration in seconds.
    """
    subject.prepare(*expected.base)
    client = subject.clients.start(*expected.words, work=expected.work)
    ended = client.kill_after(moment * expected.seconds)
    if ended.code == 0:
        return time.monotonic() - client.started
    if ended.code > 0:
        return f"failed without being killed: {ended.err}"
    try:
        found = subject.state()
    except TaegError as error:
        return f"cannot be read after a kill at {moment:.3f}: {error}"
    if found not in (expected.old, expected.new):
        return f"a mixture after a kill at {moment:.3f}: {found}"
    again = subject.clients.run(*expected.words, work=expected.work)
    done_before = found == expected.new and again.clear
    if again.code != 0 and not done_before:
        return f"the same again fails after a kill at {moment:.3f}: {again.err}"
    if (state := subject.state()) != expected.new:
        return f"the same again ends otherwise after a kill at {moment:.3f}: {state}"
    counted = subject.count()
    if counted.census != expected.census:
        return f"other counts after a kill at {moment:.3f}: {counted.census} instead of {expected.census}"
    # on a server a run or findings that are not complete may be somebody else's, still in the making, for some minutes
    if counted.unfinished and subject.login is None:
        return f"a run or findings that are not complete are left after a kill at {moment:.3f}"
    return "old" if found == expected.old else "new"


def series(subject: Subject, tables: Tables, operation: str, kills: int, seed: int) -> Tally:
    """Kill one operation that many times."""
    expected = undisturbed(subject, tables, operation)
    tally = Tally(operation, subject.engine)
    for moment in _moments(operation, subject.engine, kills, seed):
        for _ in range(TRIES):
            ended = kill(subject, expected, moment)
            if isinstance(ended, str):
                break
            # the first time of all, on a server that had just started, may have been much longer than the others
            expected = replace(expected, seconds=SHORTER * min(ended, expected.seconds))
        assert isinstance(ended, str), f"{operation} on {subject.engine} always ends before it can be killed"
        tally.kills += 1
        if ended == "old":
            tally.old += 1
        elif ended == "new":
            tally.new += 1
        else:
            tally.wrong.append(ended)
    return tally


def _moments(operation: str, engine: str, kills: int, seed: int) -> Iterator[float]:
    """Parts of the undisturbed time, the same for the same seed."""
    made = random.Random(f"{operation} {engine} {seed}")
    for _ in range(kills):
        yield made.random()
