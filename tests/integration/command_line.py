"""The command line at one graph, and the small files that tests of a person's own corpus give it."""

import csv
import json
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, Taeg

NIGHT, NEWS = ROOT / "examples" / "night", ROOT / "examples" / "news"


@dataclass(frozen=True)
class CommandLine:
    """The command line at one graph."""

    taeg: Taeg
    store: str

    def ok(self, *args: object) -> str:
        """What a command prints that must succeed."""
        done = self.taeg(*args, "--store", self.store)
        assert done.code == 0, done.err
        return done.out

    def facts(self, *args: object) -> Any:  # noqa: ANN401 (whatever JSON holds)
        """What such a command says as JSON."""
        return json.loads(self.ok(*args, "--json"))

    def refused(self, *args: object) -> str:
        """What a command says that must be refused, and change nothing."""
        before = self.taeg("stats", "--json", "--store", self.store).out
        done = self.taeg(*args, "--store", self.store)
        assert done.code == 2, (done.out, done.err)
        assert done.err.startswith("taeg: ")
        assert done.err.count("\n") == 1
        assert self.taeg("stats", "--json", "--store", self.store).out == before
        return done.err

    @property
    def digest(self) -> str:
        """Of the only corpus."""
        [item] = self.facts("stats")
        return str(item["digest"])


def table(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def jsonl(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def assert_traced(told: dict[str, Any]) -> None:
    """Every sentence has who said it, where, in which version and of what; together they are the passages."""
    words: dict[int, list[str]] = {}
    assert told["sentences"]
    for sentence in told["sentences"]:
        assert all(sentence[field] for field in ("text", "source", "source_title", "reference", "version", "event"))
        passage = told["passages"][sentence["passage"]]
        assert all(sentence[field] == passage[field] for field in ("event", "version", "source", "reference", "time"))
        words.setdefault(sentence["passage"], []).extend(sentence["text"].split())
    assert [words[i] for i in range(len(told["passages"]))] == [p["text"].split() for p in told["passages"]]


def on_terminal(*args: object) -> str:
    """What a person sees of a command, bars and all."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "taeg", *map(str, args)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            seen += part
        process.wait()
    os.close(ours)
    return seen.decode()
