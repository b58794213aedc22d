"""Concurrent clients: two writers, and readers beside a writer that replaces the corpus repeatedly."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import taeg
from taeg.base.errors import TaegError
from tests.faults.clients import Client
from tests.faults.subject import EMBEDDED_FIRST, NIGHT, Subject, Tables

REFUSALS = ("in use", "meanwhile", "run this again", "run the command again")
DAY = "day"
READERS = 3
REPLACEMENTS, MOST_REPLACEMENTS = 3, 100
"""The second number only if a reader has not seen both corpora before."""
WRITER_TRIES = 5


@pytest.mark.parametrize("same", [pytest.param(True, marks=pytest.mark.faults), False], ids=["same", "different"])
def test_two_clients_ingest_at_once(subject: Subject, tables: Tables, same: bool) -> None:
    both = (tables.old, tables.old if same else tables.new)
    commands = [("ingest", table, "--id", NIGHT, "--replace") for table in both]
    alone = []
    for command in commands:
        subject.clients.must(*command)
        alone.append((subject.state(), subject.count().census))
    subject.empty()
    subject.clients.must("ingest", tables.more, "--id", NIGHT, "--replace")
    at_once(subject, commands)
    assert (subject.state(), subject.count().census) in alone
    for command, expected in zip(commands, alone, strict=True):
        subject.clients.must(*command)
        assert (subject.state(), subject.count().census) == expected


@EMBEDDED_FIRST
def test_two_clients_ingest_two_corpora_at_once(subject: Subject, tables: Tables) -> None:
    commands = [("ingest", tables.old, "--id", NIGHT), ("ingest", tables.new, "--id", DAY)]

    def found() -> tuple[object, ...]:
        return subject.state(NIGHT), subject.state(DAY), subject.count().census

    for command in commands:
        subject.clients.must(*command)
    alone = found()
    subject.empty()
    done = at_once(subject, commands)
    if done == len(commands):
        assert found() == alone, "neither was in the other's way"
    for command in commands:
        subject.clients.must(*command)
    assert found() == alone


def at_once(subject: Subject, commands: Sequence[tuple[object, ...]]) -> int:
    """Run commands side by side; how many of them were done, the others having said why not."""
    started = [subject.clients.start(*command) for command in commands]
    ended = [client.end() for client in started]
    for end in ended:
        assert end.clear, end.err
        assert end.code == 0 or any(words in end.err for words in REFUSALS), end.err
    done = sum(end.code == 0 for end in ended)
    assert done, ended
    return done


@EMBEDDED_FIRST
def test_readers_beside_a_writer_see_the_old_or_the_new(subject: Subject, tables: Tables, tmp_path: Path) -> None:
    commands = [("ingest", table, "--id", NIGHT, "--replace") for table in (tables.old, tables.new)]
    digests = set()
    for command in commands:
        subject.clients.must(*command)
        digests.add(subject.state().digest)
    stop = tmp_path / "stop"
    readers = [subject.clients.launch(read_on, [subject.clients.store, str(stop)]) for _ in range(READERS)]
    for reader in readers:
        reader.begun()
    for turn in range(MOST_REPLACEMENTS):
        replace(subject, commands[turn % 2])
        if turn + 1 >= REPLACEMENTS and all(len(seen_by(reader)) > 1 for reader in readers):
            break
    stop.touch()
    ended = [reader.end() for reader in readers]
    assert [end.err for end in ended] == [""] * READERS
    assert set().union(*map(seen_by, readers)) == digests, "every read is of one corpus, whole, and both were read"


def seen_by(reader: Client) -> set[str]:
    """The digests that a reader has printed so far, and its errors other than a lock in use."""
    lines = (reader.folder / "out").read_text().splitlines()
    return {line for line in lines if not (line.startswith("refused: ") and "is in use" in line)}


def replace(subject: Subject, command: tuple[object, ...]) -> None:
    """Run a command; on a slow machine it may give up waiting for the lock and is repeated."""
    for _ in range(WRITER_TRIES):
        ended = subject.clients.run(*command)
        if "is in use" not in ended.err:
            break
    assert ended.code == 0, ended.err


def read_on(words: list[str]) -> None:
    """Open and read the graph repeatedly; print the digests or the error."""
    store, stop = words
    while not Path(stop).exists():
        try:
            with taeg.open(store, read_only=True) as graph:
                whole = graph.read(NIGHT).digest
                stored = graph.stats(NIGHT).digest
            print(whole, stored, sep="\n", flush=True)
        except TaegError as error:
            print(f"refused: {error}", flush=True)
        time.sleep(0.01)
