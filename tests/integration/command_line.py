"""The command line on one graph, and small files for tests of own corpora."""

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
    """The command line on one graph."""

    taeg: Taeg
    store: str

    def ok(self, *args: object) -> str:
        """Run a command, which must succeed, and return its output."""
        done = self.taeg(*args, "--store", self.store)
        assert done.code == 0, done.err
        return done.out

    def facts(self, *args: object) -> Any:  # noqa: ANN401 (whatever JSON holds)
        """The same with `--json`, decoded."""
        return json.loads(self.ok(*args, "--json"))

    def refused(self, *args: object) -> str:
        """Run a command, which must be refused and change nothing, and return its message."""
        before = self.taeg("stats", "--json", "--store", self.store).out
        done = self.taeg(*args, "--store", self.store)
        assert done.code == 2, (done.out, done.err)
        assert done.err.startswith("taeg: ")
        assert done.err.count("\n") == 1
        assert self.taeg("stats", "--json", "--store", self.store).out == before
        return done.err

    @property
    def digest(self) -> str:
        """The digest of the only corpus."""
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


def assert_traced(narrative: dict[str, Any]) -> None:
    """Assert that every sentence has its source, citation, version and event, and that they make up the passages."""
    words: dict[int, list[str]] = {}
    assert narrative["sentences"]
    for sentence in narrative["sentences"]:
        assert all(sentence[field] for field in ("text", "source", "source_title", "reference", "version", "event"))
        passage = narrative["passages"][sentence["passage"]]
        assert all(sentence[field] == passage[field] for field in ("event", "version", "source", "reference", "time"))
        words.setdefault(sentence["passage"], []).extend(sentence["text"].split())
    assert [words[i] for i in range(len(narrative["passages"]))] == [p["text"].split() for p in narrative["passages"]]


def on_terminal(*args: object) -> str:
    """Run a command on a terminal and return its output with progress bars."""
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
