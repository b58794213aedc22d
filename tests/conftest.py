"""What all tests share: the published data, where it is there, and the command line in this process."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from taeg.cli import main

# the servers of tests live for a minute or two, too short for the time that Java takes to make code quick
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")

ROOT = Path(__file__).resolve().parent.parent
SHARED_GOSPEL = ROOT.parent / "shared" / "gospel"


@pytest.fixture(scope="session")
def shared_gospel() -> Path:
    """The public repository's data folder; its text is copyrighted and is not part of this project."""
    if not SHARED_GOSPEL.is_dir():
        reason = "the published gospel data (../shared/gospel) is not here"
        if os.environ.get("TAEG_REQUIRE_SHARED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED_GOSPEL


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


Taeg = Callable[..., Outcome]


@pytest.fixture
def taeg_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Taeg:
    """Run `taeg ARGS` in this process, as the console script does."""

    def run(*args: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["taeg", *map(str, args)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capfd.readouterr()
        return Outcome(int(stop.value.code or 0), out, err)

    return run
