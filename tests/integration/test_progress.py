"""Progress of long-running commands: stages with row counts, shown as bars on a terminal and nowhere else."""

import io
import re
import sys
from itertools import count
from pathlib import Path
from typing import Self

import pytest

import ingest
import taeg
from taeg.base.progress import Progress
from taeg.cli.common import progress
from tests.conftest import Taeg

EVENTS, SOURCES = 30, 4
ACCOUNTS = EVENTS * SOURCES
LEFT = r"\[\d\d:\d\d<\d\d:\d\d, +[\d.]+ ?k? rows/s\]"
"""Elapsed time, remaining time and rate."""


class Recorder(Progress):
    """Records each stage with its announced and its reported rows."""

    def __init__(self) -> None:
        self.stages: dict[str, tuple[int, int]] = {}
        self._current = ""

    def stage(self, name: str, total: int = 0) -> None:
        self._current = name
        self.stages[name] = (total, 0)

    def advance(self, rows: int = 1) -> None:
        total, done = self.stages[self._current]
        self.stages[self._current] = (total, done + rows)


class Terminal(io.StringIO):
    """Replaces standard error by a terminal inside a `with` block (pytest replaces it before each test)."""

    def __enter__(self) -> Self:
        self._before, sys.stderr = sys.stderr, self
        return self

    def __exit__(self, *exc: object) -> None:
        sys.stderr = self._before

    def isatty(self) -> bool:
        return True


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return written(tmp_path / "night.csv", "harbour")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, with a clock that advances by a second at each call."""
    monkeypatch.setattr("tqdm.std.time", count(1000.0).__next__)
    monkeypatch.setenv("COLUMNS", "400")  # temporary paths can be long
    return Terminal()


def written(path: Path, word: str) -> Path:
    rows = (f"s{s},e{e},{e},The {word} of night {e} {s}" for s in range(SOURCES) for e in range(EVENTS))
    path.write_text("\n".join(("source,event,order,text", *rows)), encoding="utf-8")
    return path


def test_stages_of_an_ingest_report_all_their_rows(address: str, table: Path) -> None:
    first, again, replaced = Recorder(), Recorder(), Recorder()
    with taeg.open(address) as graph:
        ingest.load(ingest.read(str(table), progress=first), graph, progress=first)
        ingest.load(ingest.read(str(table)), graph, progress=again)
        ingest.load(ingest.read(str(written(table, "tide"))), graph, progress=replaced)
    for recorder in (first, again):
        assert all(total == done for total, done in recorder.stages.values())
    assert first.stages["read"] == first.stages["versions"] == (ACCOUNTS, ACCOUNTS)
    assert "compare" in again.stages
    assert replaced.stages["sweep"] == (EVENTS + ACCOUNTS, EVENTS + ACCOUNTS + SOURCES)


def test_bars_show_rate_and_time_left(terminal: Terminal) -> None:
    with terminal, progress("ingest night") as bar:
        bar.stage("weigh", 1000)
        bar.advance(250)
        bar.advance(250)
        bar.stage("switch")
    last = [line for line in terminal.getvalue().split("\r") if "weigh" in line][-1]
    assert re.search(rf"ingest night: weigh:  50%.* 500/1\.00k {LEFT}", last), last
    assert "ingest night: switch" in terminal.getvalue()
    assert not terminal.getvalue().split("\r")[-1].strip(), "the last bar is removed"


def test_bars_do_not_print_control_characters(terminal: Terminal) -> None:
    with terminal, progress("x\x1b[2J") as bar:
        bar.stage("priority,order=\x1b[31m", 2)
    assert "order=" in terminal.getvalue()
    assert "\x1b[2J" not in terminal.getvalue()
    assert "\x1b[31m" not in terminal.getvalue()


def test_commands_show_bars_on_a_terminal(table: Path, tmp_path: Path, terminal: Terminal, taeg_command: Taeg) -> None:
    store = ("--store", str(tmp_path / "graph.db"))
    with terminal:
        assert taeg_command("ingest", table, *store).code == 0
    shown = terminal.getvalue()
    for stage in ("read", "versions", "BEFORE edges"):
        assert any(re.search(LEFT, line) for line in shown.split("\r") if f": {stage}:" in line), stage
    terminal.truncate(0)
    with terminal:
        outcome = taeg_command("consolidate", *store, "--strategy", "centroid")
    assert outcome.code == 0
    assert outcome.out.count("night") == EVENTS
    shown = terminal.getvalue()
    at = [shown.index(f": {stage}") for stage in ("read", "rank", "write", "read passages")]
    assert at == sorted(at)
    assert not shown.split("\r")[-1].strip()
