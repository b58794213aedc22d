"""Several clients at once: two that write, and readers beside one that replaces the corpus again and again."""

import time
from pathlib import Path

import pytest

import taeg
from taeg.errors import TaegError
from tests.faults.ground import NIGHT, Ground, Tables

REFUSALS = ("in use", "meanwhile", "run this again")
READERS = 3
REPLACEMENTS = 4
WRITER_TRIES = 5


@pytest.mark.parametrize("same", [True, False], ids=["the same corpus", "different corpora"])
def test_two_clients_ingest_at_once(ground: Ground, tables: Tables, same: bool) -> None:
    commands = [("ingest", table, "--id", NIGHT) for table in (tables.old, tables.old if same else tables.new)]
    alone = []
    for command in commands:
        ground.clients.must(*command)
        alone.append((ground.state(), ground.count().census))
    ground.empty()
    ground.clients.must("ingest", tables.more, "--id", NIGHT)
    both = [ground.clients.start(*command) for command in commands]
    ended = [client.end() for client in both]
    assert any(end.code == 0 for end in ended), ended
    for end in ended:
        assert end.clear, end.err
        assert end.code == 0 or any(words in end.err for words in REFUSALS), end.err
    assert (ground.state(), ground.count().census) in alone
    for command, expected in zip(commands, alone, strict=True):
        ground.clients.must(*command)
        assert (ground.state(), ground.count().census) == expected


def test_readers_beside_a_writer_see_the_old_or_the_new(ground: Ground, tables: Tables, tmp_path: Path) -> None:
    commands = [("ingest", table, "--id", NIGHT) for table in (tables.old, tables.new)]
    digests = set()
    for command in commands:
        ground.clients.must(*command)
        digests.add(ground.state().digest)
    stop = tmp_path / "stop"
    readers = [ground.clients.launch(read_on, [ground.clients.store, str(stop)]) for _ in range(READERS)]
    for reader in readers:
        reader.begun()
    for turn in range(REPLACEMENTS):
        replace(ground, commands[turn % 2])
    stop.touch()
    ended = [reader.end() for reader in readers]
    assert [end.err for end in ended] == [""] * READERS
    lines = [line for end in ended for line in end.out.splitlines()]
    seen = [line for line in lines if not (line.startswith("refused: ") and "is in use" in line)]
    assert len(seen) >= READERS
    assert set(seen) <= digests, "every read is of one corpus, whole"


def replace(ground: Ground, command: tuple[object, ...]) -> None:
    """Run a command; on a slow machine a writer or a reader can come to the end of its patience and is told so."""
    for _ in range(WRITER_TRIES):
        ended = ground.clients.run(*command)
        if "is in use" not in ended.err:
            break
    assert ended.code == 0, ended.err


def read_on(words: list[str]) -> None:
    """A reader in a loop, each time with a graph opened anew: prints what it read, or what went wrong."""
    store, stop = words
    while not Path(stop).exists():
        try:
            with taeg.open(store, read_only=True) as graph:
                print(graph.stats(NIGHT).digest, flush=True)
        except TaegError as error:
            print(f"refused: {error}", flush=True)
        time.sleep(0.01)
