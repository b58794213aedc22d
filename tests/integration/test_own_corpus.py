"""The way of a person with files of their own: from an example to a sourced narrative, added to, corrected, veiled."""

import csv
import json
import os
import pty
import random
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from taeg.strategies import STRATEGIES
from tests.conftest import ROOT, Outcome, Taeg

NIGHT, NEWS = ROOT / "examples" / "night", ROOT / "examples" / "news"
WITNESSES = [path.stem for path in sorted((NIGHT / "statements").iterdir())]


@dataclass(frozen=True)
class Desk:
    """The command line at one graph."""

    taeg: Taeg
    store: str

    def ok(self, *args: object) -> str:
        """What a command prints that must succeed."""
        done = self.taeg(*args, "--store", self.store)
        assert done.code == 0, done.err
        return done.out

    def facts(self, *args: object) -> Any:
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


@pytest.fixture
def desk(taeg_command: Taeg, address: str) -> Desk:
    """A desk on each engine."""
    return Desk(taeg_command, address)


@pytest.fixture
def embedded(taeg_command: Taeg, tmp_path: Path) -> Desk:
    """A desk where the engine is of no matter."""
    return Desk(taeg_command, str(tmp_path / "embedded.db"))


@pytest.fixture
def case(taeg_command: Taeg, tmp_path: Path) -> Path:
    """What `taeg init` writes."""
    assert taeg_command("init", tmp_path / "case").code == 0
    return tmp_path / "case"


def table(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# --- from an example to a narrative -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--table",)], ids=["documents", "table"])
def test_from_init_to_a_sourced_narrative(desk: Desk, tmp_path: Path, form: tuple[str, ...]) -> None:
    folder = tmp_path / "my-case"
    written = json.loads(desk.taeg("init", folder, *form, "--json").out)
    assert sorted(written) == sorted(str(path) for path in folder.rglob("*") if path.is_file())
    assert str(folder / "corpus.yaml") in written

    checked = json.loads(desk.taeg("check", folder, "--json").out)
    assert checked["good"]
    assert not checked["faults"]
    assert (checked["sources"], checked["events"]) == (3, 4)

    assert desk.facts("ingest", folder)["corpus"] == "my-case-audited"
    for strategy in STRATEGIES:
        told = desk.facts("consolidate", "--strategy", strategy)
        assert_traced(told)
        if strategy != "lexrank":
            assert [p["event"] for p in told["passages"]] == ["delivery", "call", "gone", "found"]
    cited = desk.ok("consolidate", "--strategy", "longest", "--cite")
    assert "[delivery A parcel is left in the hall: " in cited
    evaluated = desk.taeg("evaluate", "--seeds", 2, "--metrics", "rougeL", "--fractions", "", "--store", desk.store)
    assert evaluated.code == (2 if form else 0), evaluated.err
    if form:
        assert "reference" in evaluated.err


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


def test_init_writes_over_nothing(taeg_command: Taeg, case: Path) -> None:
    before = {path: path.read_bytes() for path in case.rglob("*") if path.is_file()}
    for again in (case, case / "corpus.yaml"):
        done = taeg_command("init", again)
        assert done.code == 2
        assert "nothing is written over" in done.err
    assert {path: path.read_bytes() for path in case.rglob("*") if path.is_file()} == before
    empty = case.parent / "empty"
    empty.mkdir()
    assert taeg_command("init", empty).code == 0
    assert taeg_command("init", "/proc/nothing/here").code in (1, 2)


# --- adding and removing ----------------------------------------------------------------------------------------------


def test_witnesses_one_at_a_time_in_any_order_are_one_ingest(desk: Desk, tmp_path: Path) -> None:
    desk.ok("ingest", NIGHT, "--id", "night")
    whole, told = desk.digest, desk.ok("consolidate", "--strategy", "taeg", "--cite")
    orders = [WITNESSES, WITNESSES[::-1], random.Random(3).sample(WITNESSES, len(WITNESSES))]
    for order in orders:
        desk.ok("delete", "--corpus", "night")
        desk.ok("ingest", NIGHT, "--source", order[0], "--id", "night")
        for witness in order[1:]:
            desk.ok("ingest", NIGHT, "--source", witness, "--add", "--id", "night")
        assert desk.digest == whole, order
    assert desk.ok("consolidate", "--strategy", "taeg", "--cite") == told

    rows = [
        {"source": "zz-passer-by", "event": "bang", "text": "A bang, and then nothing at all."},
        {"source": "zz-passer-by", "event": "van-leaves", "text": "The van went off towards Moss Street."},
    ]
    further = table(tmp_path / "further.csv", rows)
    added = desk.facts("ingest", further, "--add", "--language", "en")
    assert added["versions"] == 119
    assert added["digest"] != whole
    assert not desk.facts("ingest", further, "--add", "--language", "en")["changed"]
    removed = desk.facts("remove", "--source", "zz-passer-by")
    assert removed["digest"] == whole
    assert desk.digest == whole
    desk.ok("remove", "--source", "novakova")
    less = desk.digest
    desk.ok(
        "ingest", NIGHT, "--id", "night", *[w for name in WITNESSES if name != "novakova" for w in ("--source", name)]
    )
    assert desk.digest == less
    desk.ok("ingest", NIGHT, "--add")
    assert desk.digest == whole


def by_day(keep: Sequence[str]) -> list[list[dict[str, str]]]:
    """The reports of each day, with these columns."""
    names = {"source": "outlet", "event": "story", "text": "body", "time": "published", "reference": "headline"}
    with (NEWS / "reports.csv").open(encoding="utf-8", newline="") as file:
        reports = list(csv.DictReader(file))
    days = sorted({report["published"][:10] for report in reports})
    return [
        [{key: r[names.get(key, key)] for key in keep} for r in reports if r["published"].startswith(day)]
        for day in days
    ]


@pytest.mark.parametrize("timeline", [True, False], ids=["timeline", "times-only"])
@pytest.mark.parametrize("ids", [True, False], ids=["ids", "no-ids"])
def test_reports_day_by_day_in_any_order_are_one_ingest(desk: Desk, tmp_path: Path, timeline: bool, ids: bool) -> None:
    days = by_day([*(["id"] if ids else []), "source", "event", "time", "reference", "text"])
    assert len(days) == 6
    parts = [table(tmp_path / f"day{i}" / "reports.csv", rows) for i, rows in enumerate(days)]
    whole = table(tmp_path / "whole" / "reports.csv", [row for rows in days for row in rows])
    if timeline:
        for path in (*parts, whole):
            (path.parent / "timeline.csv").write_bytes((NEWS / "timeline.csv").read_bytes())
            (path.parent / "corpus.yaml").write_text("name: reports\nlanguage: en\n")

    def corpus(path: Path) -> tuple[object, ...]:
        return (path.parent,) if timeline else (path, "--language", "en")

    desk.ok("ingest", *corpus(whole), "--id", "news")
    digest = desk.digest
    for order in (range(6), range(5, -1, -1), (3, 0, 5, 1, 4, 2)):
        first, *rest = order
        desk.ok("ingest", *corpus(parts[first]), "--id", "news")
        for i in rest:
            desk.ok("ingest", *(corpus(parts[i]) if i % 2 else (parts[i], "--language", "en")), "--add")
        assert desk.digest == digest, order
    assert not desk.facts("ingest", *corpus(parts[2]), "--add")["changed"]


def test_add_finds_its_corpus(embedded: Desk, case: Path, tmp_path: Path) -> None:
    row = {"source": "postman", "event": "delivery", "text": "I left it where she said."}
    more = table(tmp_path / "more.csv", [row])
    assert embedded.taeg("ingest", more, "--add", "--store", embedded.store).code == 2
    assert not Path(embedded.store).exists()
    embedded.ok("ingest", case)
    assert embedded.facts("ingest", more, "--add")["corpus"] == "case-audited"
    embedded.ok("ingest", case, "--id", "another")
    said = embedded.refused("ingest", more, "--add")
    assert "case-audited" in said
    assert "another" in said
    assert embedded.facts("ingest", more, "--add", "--id", "another")["changed"]
    assert not embedded.facts("ingest", case, "--add")["changed"], "the one of its own id"
    assert "nowhere" in embedded.refused("ingest", more, "--add", "--id", "nowhere")


def test_what_does_not_fit_is_not_added(desk: Desk, case: Path, tmp_path: Path) -> None:
    desk.ok("ingest", case)
    given = {"id": "p1", "source": "postman", "event": "delivery", "text": "I left it where she said."}
    desk.ok("ingest", table(tmp_path / "good.csv", [given]), "--add")

    def refused(*options: str, **other: str) -> str:
        return desk.refused("ingest", table(tmp_path / "bad.csv", [{**given, **other}]), "--add", *options)

    assert "'delivery'" in refused(id="p2", event="delivry")
    assert "language" in refused("--language", "de", id="p2")
    assert "'p1'" in refused(text="I left it somewhere else.")
    assert "profile" in refused("--profile", "published", id="p2")
    change(case / "timeline.csv", "2024-04-08T11:20", "2024-04-08T11:25")
    assert "11:25" in desk.refused("ingest", case, "--add")
    assert "lindquist" in desk.refused("remove", "--source", "lindquist")


DOOMED = """
import sys, ingest, taeg
address, folder, source = sys.argv[1:]
value = ingest.read(folder, sources=[source])
with taeg.open(address) as graph:
    ingest.add(value, graph, "night", lambda stage: print(stage, flush=True))
"""


def test_an_addition_that_was_killed_can_be_made_again(desk: Desk) -> None:
    desk.ok("ingest", NIGHT, "--id", "night")
    whole = desk.digest
    desk.ok("remove", "--source", "hinchliffe")
    less = desk.digest
    for stage in ("weigh", "versions", "same_event", "switch"):
        command = [sys.executable, "-c", DOOMED, desk.store, str(NIGHT), "hinchliffe"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout
            assert any(line.strip() == stage for line in process.stdout)
            process.kill()
            process.wait()
        assert desk.digest in (less, whole), stage
    desk.ok("ingest", NIGHT, "--source", "hinchliffe", "--add", "--id", "night")
    assert desk.digest == whole


# --- corrections ------------------------------------------------------------------------------------------------------

KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "choose": (("choose", "delivery", "barros:delivery"), "- choose: delivery\n  version: barros:delivery\n"),
    "exclude": (("exclude", "okoro:delivery"), "- exclude: okoro:delivery\n"),
    "merge": (("merge", "gone", "found"), "- merge: gone\n  into: found\n"),
    "split": (
        ("split", "delivery", "van", "--version", "lindqvist:delivery", "--title", "The van"),
        "- split: delivery\n  versions: [lindqvist:delivery]\n  into: van\n  title: The van\n",
    ),
    "move": (("move", "call", "--after", "gone"), "- move: call\n  after: gone\n"),
    "rename": (("rename", "gone", "It is gone"), "- rename: gone\n  title: It is gone\n"),
}
SHOWS: dict[str, tuple[str, str]] = {
    "choose": ("delivery", "chosen by the editor: barros:delivery"),
    "exclude": ("delivery", "excluded by the editor: okoro:delivery"),
    "merge": ("found", "merged by the editor: gone"),
    "split": ("van", "made by the editor out of delivery"),
    "move": ("call", "moved by the editor: after gone"),
    "rename": ("gone", "renamed by the editor, before: The parcel is missing"),
}
TELLS: dict[str, Callable[[dict[str, str], list[str]], bool]] = {
    "choose": lambda chosen, _: chosen["delivery"] == "barros:delivery",
    "exclude": lambda chosen, _: chosen["delivery"] == "lindqvist:delivery",
    "merge": lambda chosen, order: order == ["delivery", "call", "found"],
    "split": lambda chosen, order: order[:2] == ["delivery", "van"] and chosen["van"] == "lindqvist:delivery",
    "move": lambda chosen, order: order == ["delivery", "gone", "call", "found"],
    "rename": lambda chosen, order: order == ["delivery", "call", "gone", "found"],
}


def visible(desk: Desk, kind: str) -> None:
    """A correction shows wherever what it touched does."""
    event, mark = SHOWS[kind]
    assert mark in desk.ok("show", event)
    assert mark in desk.facts("show", event)["edits"]
    [stats] = desk.facts("stats")
    assert any(line.startswith(kind) for line in stats["corrections"])
    assert not stats["misfits"]
    assert f": {kind} " in desk.ok("stats")
    assert mark in desk.ok("consolidate", "--strategy", "longest", "--cite")
    told = desk.facts("consolidate", "--strategy", "longest")
    assert_traced(told)
    [passage] = [p for p in told["passages"] if p["event"] == event]
    assert mark in passage["edits"]
    assert all(mark in s["edits"] for s in told["sentences"] if s["event"] == event)
    chosen = {p["event"]: p["version"] for p in told["passages"]}
    assert TELLS[kind](chosen, [p["event"] for p in told["passages"]])
    for query in ("timeline", "editor"):
        rows = {row["event"]: row for row in desk.facts("query", query)}
        assert mark in rows[event]["editor"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_by_command_shows_and_is_taken_back(desk: Desk, case: Path, kind: str) -> None:
    (case / "corrections.yaml").write_text("# none\n")
    desk.ok("ingest", case)
    before = desk.digest
    listed = desk.facts("correct", *KINDS[kind][0], "--why", "I know")["corrections"]
    assert [(row["number"], row["from"], row["does not fit"]) for row in listed] == [(1, "command", "")]
    assert "(I know)" in listed[0]["correction"]
    visible(desk, kind)
    assert desk.facts("corrections") == listed
    corrected = desk.digest
    desk.ok("ingest", case)
    assert desk.digest == corrected, "the same data again"
    change(case / "accounts" / "okoro.md", "and heavy", "and very heavy indeed")
    desk.ok("ingest", case)
    visible(desk, kind)
    change(case / "accounts" / "okoro.md", "and very heavy indeed", "and heavy")
    desk.ok("ingest", case)
    assert desk.digest == corrected
    assert desk.facts("correct", "undo", 1)["corrections"] == []
    assert desk.digest == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_in_a_file_does_the_same(embedded: Desk, case: Path, kind: str) -> None:
    (case / "corrections.yaml").write_text("# none\n")
    embedded.ok("ingest", case)
    before = embedded.digest
    embedded.ok("correct", *KINDS[kind][0])
    by_command = embedded.ok("consolidate", "--strategy", "taeg", "--cite")
    embedded.ok("correct", "undo", 1)
    (case / "corrections.yaml").write_text(KINDS[kind][1])
    embedded.ok("ingest", case)
    visible(embedded, kind)
    assert embedded.ok("consolidate", "--strategy", "taeg", "--cite") == by_command
    assert embedded.facts("corrections")[0]["from"] == "file"
    assert "take it out there and ingest anew" in embedded.refused("correct", "undo", 1)
    (case / "corrections.yaml").write_text("# none again\n")
    embedded.ok("ingest", case)
    assert embedded.digest == before


def test_a_correction_that_no_longer_fits_is_told_and_fits_again(desk: Desk, case: Path) -> None:
    desk.ok("ingest", case)
    desk.ok("correct", "exclude", "barros:delivery", "--why", "hearsay")
    desk.ok("correct", "rename", "gone", "It is gone")
    before, words = desk.digest, "exclude barros:delivery (hearsay)"
    account = case / "accounts" / "barros.md"
    whole = account.read_text()
    account.write_text(whole[: whole.index("## delivery")])
    assert f"correction that does not fit: {words}" in desk.ok("ingest", case)
    assert f"correction that does not fit: {words}" in desk.ok("stats")
    [misfit] = desk.facts("stats")[0]["misfits"]
    assert "there is no version 'barros:delivery'" in misfit
    assert [bool(row["does not fit"]) for row in desk.facts("corrections")] == [False, True, False]
    assert "there is no version" in desk.ok("corrections")
    desk.ok("correct", "move", "call", "--before", "delivery")
    desk.ok("correct", "undo", 4)
    account.write_text(whole)
    desk.ok("ingest", case)
    assert not desk.facts("stats")[0]["misfits"]
    assert desk.digest == before
    desk.ok("remove", "--source", "barros")
    assert len(desk.facts("stats")[0]["misfits"]) == 1
    desk.ok("ingest", case, "--source", "barros", "--add")
    assert desk.digest == before


def test_a_misfit_given_by_command_changes_nothing(desk: Desk, case: Path) -> None:
    desk.ok("ingest", case)
    for wrong, says in (
        (("choose", "found", "okoro:delivery"), "tells 'delivery'"),
        (("choose", "fund", "okoro:found"), "'found'"),
        (("exclude", "okoro:fund"), "'okoro:found'"),
        (("merge", "gone", "gone"), "itself"),
        (("split", "found", "gone", "--version", "okoro:found"), "already"),
        (("split", "found", "new", "--version", "okoro:gone"), "no version"),
        (("split", "call", "new", "--version", "okoro:call", "--version", "barros:call"), "leave some"),
        (("split", "call", "a\nb", "--version", "okoro:call"), "one line"),
        (("move", "call", "--after", "call"), "itself"),
        (("move", "call"), "--before"),
        (("move", "call", "--after", "gone", "--before", "found"), "--before"),
        (("rename", "gone", ""), "title"),
        (("undo", "7"), "number 7"),
        (("undo", "1"), "file"),
    ):
        assert says in desk.refused("correct", *wrong), wrong


def test_corrections_go_through_backup_and_copy(desk: Desk, case: Path, tmp_path: Path) -> None:
    desk.ok("ingest", case)
    for kind in ("exclude", "split", "move", "rename"):
        desk.ok("correct", *KINDS[kind][0], "--why", "“quoted”, with 'all' \"kinds\"")
    told, digest, listed = desk.ok("consolidate", "--cite"), desk.digest, desk.facts("corrections")
    assert len(listed) == 5
    desk.ok("backup", "--out", tmp_path / "b.jsonl")
    desk.ok("copy", "--to", tmp_path / "copy.db")
    desk.ok("delete")
    desk.ok("restore", tmp_path / "b.jsonl")
    for place in (desk, Desk(desk.taeg, str(tmp_path / "copy.db"))):
        assert place.digest == digest
        assert place.facts("corrections") == listed
        assert place.facts("stats")[0]["runs"] == ["taeg"]
        assert place.ok("consolidate", "--cite") == told
        while len(place.facts("corrections")) > 1:
            place.ok("correct", "undo", 2)
        assert place.facts("ingest", case, "--id", "case-audited")["changed"] is False
