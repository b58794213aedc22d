"""How far long work has come: every long step says so, on a terminal with rate and time left, elsewhere not at all."""

import io
import json
import re
import sys
from itertools import count
from pathlib import Path
from typing import Self

import pytest

import ingest
import taeg
from ingest import ordering, spooled, streaming
from taeg.base.progress import Meter
from taeg.cli.common import meter
from taeg.graph import generations
from taeg.model import corpus_graph as corpusgraph
from tests.conftest import Taeg

EVENTS, SOURCES = 30, 4
ACCOUNTS = EVENTS * SOURCES
LEFT = r"\[\d\d:\d\d<\d\d:\d\d, +[\d.]+ ?k? rows/s\]"
"""How long it took so far, how long it will still take, and how fast it goes."""


class Heard(Meter):
    """Keeps what it hears: steps in order, with the rows they said they would go through and those they did."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def stage(self, name: str, total: int) -> None:
        self.steps.append((name, total, 0))

    def done(self, rows: int) -> None:
        name, total, before = self.steps[-1]
        self.steps[-1] = (name, total, before + rows)


class Terminal(io.StringIO):
    """A standard error that somebody looks at, from within a test: pytest puts its own in place before each."""

    def __enter__(self) -> Self:
        self._before, sys.stderr = sys.stderr, self
        return self

    def __exit__(self, *exc: object) -> None:
        sys.stderr = self._before

    def isatty(self) -> bool:
        return True


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table that goes through a working file, in slices so small that there are many."""
    for module, name, value in (
        (streaming, "LONG", 0),
        (streaming, "BATCH", 16),
        (ordering, "EVENTS", 7),
        (spooled, "TEXTS_OF_CHUNK", 16),
        (spooled, "SLICE", 16),
        (corpusgraph, "SLICE", 8),
        (generations, "SWEEP_BATCH", 16),
    ):
        monkeypatch.setattr(module, name, value)
    return written(tmp_path / "night.jsonl", "harbour")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, beside a clock that goes on by a second whenever somebody looks at it."""
    monkeypatch.setattr("tqdm.std.time", count(1000.0).__next__)
    monkeypatch.setenv("COLUMNS", "400")  # paths of tests can be long
    return Terminal()


def written(path: Path, word: str) -> Path:
    lines = [
        {
            "source": f"s{source}",
            "event": f"e{event}",
            "order": event,
            "text": f"The {word} of night {event}, {source}.",
        }
        for source in range(SOURCES)
        for event in range(EVENTS)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_every_long_step_of_an_ingest_says_how_far_it_is(address: str, table: Path) -> None:
    with taeg.open(address) as graph:
        first, again, anew = Heard(), Heard(), Heard()
        ingest.stream(ingest.Request(table), graph, progress=first)
        ingest.stream(ingest.Request(table), graph, progress=again)
        graph.consolidate("longest")
        ingest.stream(ingest.Request(written(table, "tide")), graph, progress=anew)
    told = {name: total for name, total, _ in first.steps if total}
    assert told == {
        "read": ACCOUNTS,
        "order": EVENTS + ACCOUNTS,
        "words": ACCOUNTS,
        "weigh": ACCOUNTS,
        "digest": EVENTS + 3 * ACCOUNTS,
        "sources": SOURCES,
        "events": EVENTS,
        "timeline": EVENTS - 1,
        "versions": ACCOUNTS,
        "BEFORE edges": ACCOUNTS,
        "SAME_EVENT edges": ACCOUNTS,
    }
    compared = SOURCES + EVENTS + EVENTS - 1 + 3 * ACCOUNTS
    assert [step for step in again.steps if step[0] not in told] == [
        ("check", 0, 0),
        ("compare", compared, compared),
        ("leftovers", 0, 0),
    ]
    sources_and_run = SOURCES + 1
    assert anew.steps[-2:] == [
        ("sweep", EVENTS + ACCOUNTS, EVENTS + ACCOUNTS + sources_and_run),
        ("compact", 0, 0),
    ]
    for heard in (first, again, anew):
        assert all(total == done for name, total, done in heard.steps if name != "sweep")


def test_those_who_count_steps_hear_of_no_others(tmp_path: Path) -> None:
    """A bar without rows knows how many steps there will be."""
    value = ingest.read(str(written(tmp_path / "night.jsonl", "harbour")))
    heard: list[str] = []
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        ingest.load(value, graph, progress=heard.append)
        assert heard[-2:] == ["switch", "sweep"]
        assert not {"compare", "leftovers", "compact"} & set(heard)
        heard.clear()
        graph.consolidate_many([("longest", {}), ("taeg", {})], progress=heard.append)
    assert heard == ["longest", "taeg"]


def test_a_terminal_shows_rate_and_time_left(terminal: Terminal) -> None:
    with terminal, meter("ingest night") as bars:
        bars.stage("weigh", 1000)
        bars.done(250)
        bars.done(250)
        bars("switch")
    last = [line for line in terminal.getvalue().split("\r") if "weigh" in line][-1]
    assert re.search(rf"ingest night: weigh:  50%.* 500/1\.00k {LEFT}", last), last
    assert "ingest night: switch" in terminal.getvalue()
    assert not terminal.getvalue().split("\r")[-1].strip(), "the last bar is taken away"


def test_a_step_cannot_drive_the_terminal(terminal: Terminal) -> None:
    with terminal, meter("x\x1b[2J") as bars:
        bars.stage("priority,order=\x1b[31m", 2)
    assert "order=" in terminal.getvalue()
    assert "\x1b[2J" not in terminal.getvalue()
    assert "\x1b[31m" not in terminal.getvalue()


def test_a_long_ingest_and_its_consolidation_on_a_terminal(
    table: Path, tmp_path: Path, terminal: Terminal, taeg_command: Taeg
) -> None:
    store = ("--store", str(tmp_path / "graph.db"))
    with terminal:
        assert taeg_command("ingest", table, *store).code == 0
    shown = terminal.getvalue()
    for step in ("read", "order", "words", "weigh", "digest", "versions", "BEFORE edges"):
        lines = [line for line in shown.split("\r") if f": {step}:" in line]
        assert any(re.search(LEFT, line) for line in lines), (step, lines)
    terminal.truncate(0)
    with terminal:
        outcome = taeg_command("consolidate", *store, "--strategy", "centroid")
    assert outcome.code == 0
    assert outcome.out.count("night") == EVENTS
    shown = terminal.getvalue()
    at = [shown.index(f": {step}:") for step in ("read", "rank", "write", "tell")]
    assert at == sorted(at)
    lines = [line for line in shown.split("\r") if ": tell:" in line]
    assert any(re.search(LEFT, line) for line in lines), lines
    assert not shown.split("\r")[-1].strip()


def test_nothing_is_shown_where_there_is_no_terminal(table: Path, tmp_path: Path, taeg_command: Taeg) -> None:
    store = ("--store", str(tmp_path / "graph.db"))
    for words in (("ingest", table), ("ingest", table), ("consolidate",), ("consolidate", "--json")):
        outcome = taeg_command(*words, *store)
        assert (outcome.code, outcome.err) == (0, ""), words
