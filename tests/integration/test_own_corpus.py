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


def jsonl(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
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
    for strategy in STRATEGIES if not form else ("lexrank", "latest"):
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
    five = WITNESSES[3:8]
    only = [word for witness in five for word in ("--source", witness)]
    desk.ok("ingest", NIGHT, *only, "--id", "night")
    whole, told = desk.digest, desk.ok("consolidate", "--strategy", "taeg", "--cite")
    for order in (five[::-1], [*five[1:], five[0]], random.Random(3).sample(five, len(five))):
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
    assert added["digest"] != whole
    assert not desk.facts("ingest", further, "--add", "--language", "en")["changed"]
    assert desk.facts("remove", "--source", "zz-passer-by")["digest"] == whole
    everybody = desk.facts("ingest", NIGHT, "--add", "--id", "night")["digest"]
    assert desk.facts("ingest", NIGHT, "--id", "night")["digest"] == everybody
    desk.ok("remove", "--source", "novakova")
    assert desk.facts("ingest", NIGHT, "--add", "--id", "night", "--source", "novakova")["digest"] == everybody


def by_day(keep: Sequence[str]) -> list[list[dict[str, str]]]:
    """The reports of each day, with these columns."""
    names = {"source": "outlet", "event": "story", "text": "body", "time": "published", "reference": "headline"}
    with (NEWS / "reports.csv").open(encoding="utf-8", newline="") as file:
        reports = list(csv.DictReader(file))
    rows: dict[str, list[dict[str, str]]] = {}
    for report in reports:
        day = min(report["published"][:10], "2024-03-13")  # the later days are short
        rows.setdefault(day, []).append({key: report[names.get(key, key)] for key in keep})
    return list(rows.values())


@pytest.mark.parametrize(("timeline", "ids"), [(True, True), (False, False)], ids=["timeline", "times-only"])
def test_reports_day_by_day_in_any_order_are_one_ingest(desk: Desk, tmp_path: Path, timeline: bool, ids: bool) -> None:
    days = by_day([*(["id"] if ids else []), "source", "event", "time", "reference", "text"])
    assert len(days) == 3
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
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
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
    for stage in ("versions", "switch"):
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
    change(case / "accounts" / "okoro.md", "and heavy", "and very heavy indeed")
    assert desk.facts("ingest", case)["changed"]
    assert desk.facts("corrections") == listed
    assert SHOWS[kind][1] in desk.ok("consolidate", "--strategy", "longest", "--cite")
    assert desk.facts("correct", "undo", 1)["corrections"] == []
    change(case / "accounts" / "okoro.md", "and very heavy indeed", "and heavy")
    assert desk.facts("ingest", case)["digest"] == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_in_a_file_does_the_same(embedded: Desk, case: Path, kind: str) -> None:
    (case / "corrections.yaml").write_text(KINDS[kind][1])
    embedded.ok("ingest", case)
    visible(embedded, kind)
    assert embedded.facts("corrections")[0]["from"] == "file"
    assert "take it out there and ingest anew" in embedded.refused("correct", "undo", 1)
    (case / "corrections.yaml").write_text("# none any more\n")
    embedded.ok("ingest", case)
    assert embedded.facts("corrections") == []
    assert embedded.facts("query", "editor") == []


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


# --- provenance and the strategy for what develops --------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["taeg", "lexrank"])
@pytest.mark.parametrize("folder", [NIGHT, NEWS], ids=lambda folder: folder.name)
def test_every_sentence_is_traced(desk: Desk, folder: Path, strategy: str) -> None:
    desk.ok("ingest", folder)
    assert_traced(desk.facts("consolidate", "--strategy", strategy))


def test_sentences_of_accounts_without_full_stops_are_traced(embedded: Desk, tmp_path: Path) -> None:
    """Where one account ends and the next begins, no sentence runs on."""
    rows = [
        {
            "source": who,
            "event": f"e{i}",
            "order": str(i),
            "text": f"{who} saw boat {i} leave the quay",
            "reference": "p. 1",
        }
        for who in ("anna", "bert")
        for i in range(5)
    ]
    for language in ("en", "und"):
        rest = () if language == "und" else ("--language", language)
        embedded.ok("ingest", table(tmp_path / "boats.csv", rows), *rest)
        for strategy in ("longest", "lexrank"):
            assert_traced(embedded.facts("consolidate", "--strategy", strategy))


def test_latest_takes_the_last_report(desk: Desk) -> None:
    desk.ok("ingest", NEWS)
    with (NEWS / "reports.csv").open(encoding="utf-8", newline="") as file:
        reports = list(csv.DictReader(file))
    told = desk.facts("consolidate", "--strategy", "latest")
    for passage in told["passages"]:
        last = max(r["published"] for r in reports if r["story"] == passage["event"])
        assert passage["time"] == last
    versions = {p["event"]: p["version"] for p in told["passages"]}
    assert (
        versions["last-inspection"]
        == max((r["published"], r["id"]) for r in reports if r["story"] == "last-inspection")[1]
    )
    assert desk.facts("query", "updates")


def test_latest_wants_times(embedded: Desk) -> None:
    embedded.ok("ingest", "gospels")
    assert "no account of this corpus has a time" in embedded.refused("consolidate", "--strategy", "latest")


# --- pseudonyms -------------------------------------------------------------------------------------------------------

PEOPLE = (
    *(("Bethany", "Croft"), ("Jana", "Novakova"), ("Gary", "Dunmore"), ("Dean", "Marsden"), ("Kelly", "Marsdens")),
    *(("Pauline", "Garside"), ("Walter", "Hinchliffe"), ("Karen", "Lister"), ("Kieran", "Petty"), ("Tony", "Birch")),
    *(("L.", "Brennan"), ("A.", "Pell"), ("PC", "Haigh"), ("", "Adeyemi"), ("", "Iqbal")),
)
NAMES = [name for first, last in PEOPLE for name in (f"{first} {last}".strip(), last)]
NAMES += [first for first, _ in PEOPLE if len(first) > 2]
UNVEILED = [name.casefold().replace(".", "") for name in NAMES]


@pytest.fixture
def names(tmp_path: Path) -> Path:
    """A table of who must not be named."""
    rows = [{"name": name, "pseudonym": f"Person {i}"} for i, name in enumerate(dict.fromkeys(NAMES), start=1)]
    return table(tmp_path / "who.csv", rows)


def named(text: str) -> list[str]:
    """The names that a text gives away, however they are joined."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    return sorted({name for name in UNVEILED if f" {name} " in f" {' '.join(words)} "})


def veiled(done: Outcome) -> Outcome:
    """What was printed, after a look that nobody is named in it."""
    assert not named(done.out), done.out
    assert not named(done.err), done.err
    assert "internal error" not in done.err
    return done


@pytest.fixture
def night(embedded: Desk, tmp_path: Path) -> tuple[Desk, Path]:
    """The nine statements, in a graph and in a folder."""
    folder = tmp_path / "night"
    shutil.copytree(NIGHT, folder)
    embedded.ok("ingest", folder)
    return embedded, folder


def test_no_name_leaves(night: tuple[Desk, Path], names: Path, tmp_path: Path) -> None:
    desk, folder = night
    before = desk.digest
    assert named(desk.ok("show", "van-arrives"))
    assert named(desk.ok("consolidate", "--strategy", "longest"))

    def leaves(*args: object, code: int = 0) -> Outcome:
        done = veiled(desk.taeg(*args, "--store", desk.store, "--pseudonyms", names))
        assert done.code == code, (args, done)
        return done

    leaves("ingest", folder)
    leaves("ingest", folder, "--json")
    for strategy, *how in (("longest",), ("longest", "--cite"), ("longest", "--json"), ("lexrank", "--json")):
        assert "Person" in leaves("consolidate", "--strategy", strategy, *how).out
    out = tmp_path / "narrative.txt"
    for form in ((), ("--cite",)):
        leaves("consolidate", "--strategy", "priority", "--out", out, *form)
        assert not named(out.read_text())
        assert "Person" in out.read_text()
    for event in ("van-arrives", "police-at-coppice-street"):
        assert "Person" in leaves("show", event).out
        leaves("show", event, "--json")
        leaves("query", "event", "--param", f"event={event}")
        leaves("query", "event", "--param", f"event={event}", "--json")
    for query in ("timeline", "contested", "updates", "gaps", "told_once", "runs"):
        leaves("query", query)
        leaves("query", query, "--json")
    leaves("query", "run", "--param", "run=longest", "--json")
    leaves("query", "source_path", "--param", "source=novakova")
    leaves("stats")
    leaves("stats", "--json")
    leaves("corpora")
    leaves("doctor")
    leaves(
        "correct", "choose", "van-arrives", "croft:van-arrives", "--why", "Novakova changed her mind, GARY-DUNMORE too"
    )
    leaves("correct", "rename", "bang", "Dean Marsden hears a bang", "--json")
    for listed in ("corrections", "stats"):
        leaves(listed)
        leaves(listed, "--json")
    leaves("consolidate", "--cite")
    leaves("consolidate")
    leaves("correct", "undo", 2)
    leaves("correct", "undo", 1, "--json")
    assert desk.digest == before
    assert named(desk.ok("show", "van-arrives"))

    for command in (("backup", "--out", tmp_path / "b.jsonl"), ("copy", "--to", tmp_path / "c.db")):
        assert "--pseudonyms" in leaves(*command, code=2).err
    assert not (tmp_path / "b.jsonl").exists()
    assert not (tmp_path / "c.db").exists()
    assert desk.digest == before


def test_no_name_leaves_with_a_message(
    night: tuple[Desk, Path], names: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, folder = night
    monkeypatch.setenv("TAEG_PSEUDONYMS", str(names))

    def says(*args: object, code: int = 2) -> str:
        done = veiled(desk.taeg(*args, "--store", desk.store))
        assert done.code == code, (args, done)
        return done.out + done.err

    assert "Person" in says("show", "dunmore-arrive")
    assert "Person" in says("remove", "--source", "novakov")
    assert "Person" in says("correct", "choose", "bang", "dunmore:stock-checked")
    assert "Person" in says("correct", "exclude", "Jana-Novakova:bang")
    assert "Person" in says("consolidate", "--strategy", "priority", "--set", "order=jana_novakova")
    assert "Person" in says("consolidate", "--strategy", "Novakova")
    assert "Person" in says("consolidate", "--out", tmp_path / "novakova" / "x.txt")
    assert "Person" in says("ingest", tmp_path / "Statement of Gary Dunmore")
    assert "Person" in says("query", "novakova")
    assert "Person" in says("query", "event", "--param", "dunmore")
    assert "Person" in says("stats", "--corpus", "dunmore")
    assert "Person" in says("restore", tmp_path / "dunmore.jsonl")
    assert "Person" in says("show", "bang", "dunmore")
    assert "Person" in says("ingest", folder, "--id", "dunmore", code=0)
    assert "Person" in says("delete", "--corpus", "dunmore", code=0)

    def checks(*args: object, code: int = 0) -> str:
        done = veiled(desk.taeg("check", folder, *args))
        assert done.code == code, done
        return done.out

    assert "Person" in checks()
    assert "Person" in checks("--json")
    (folder / "corrections.yaml").write_text("- exclude: dunmore:bang\n")
    change(folder / "corpus.yaml", "timeline:", "corrections: corrections.yaml\ntimeline:")
    assert "does not fit" in checks()
    path = folder / "statements" / "novakova.md"
    path.write_text(path.read_text() + "\n## dunmore-shouts\n\nHe shouted.\n")
    change(folder / "corpus.yaml", "marsden]", "marsden, gary-dunmore]")
    assert "Person" in checks(code=2)
    assert json.loads(checks("--json", code=2))["faults"]
    assert "Person" in says("ingest", folder)


def test_no_name_leaves_with_a_report(night: tuple[Desk, Path], names: Path, tmp_path: Path) -> None:
    desk, folder = night
    change(folder / "timeline.csv", "event,title", "dunmore-nowhere,Nobody tells of Dunmore,2024-02-08,\nevent,title")
    lines = (folder / "timeline.csv").read_text().splitlines()
    (folder / "timeline.csv").write_text("\n".join([lines[1], lines[0], *lines[2:]]) + "\n")
    desk.ok("ingest", folder, "--id", "gary-dunmore")
    report = tmp_path / "report"
    protocol = ("--seeds", 2, "--metrics", "rougeL,accuracy", "--fractions", "")
    for form in (("--out", report), ("--json",)):
        args = ("evaluate", *protocol, "--corpus", "gary-dunmore", *form)
        done = veiled(desk.taeg(*args, "--store", desk.store, "--pseudonyms", names))
        assert done.code == 0, done.err
        assert "Person" in done.out
    written = [path for path in report.rglob("*") if path.is_file()]
    assert len(written) > 4
    for path in written:
        assert not named(path.name)
        if path.suffix != ".png":
            assert not named(path.read_text(encoding="utf-8")), path
    assert any("Person" in path.read_text(encoding="utf-8") for path in written if path.suffix != ".png")


def test_a_name_with_a_full_stop_is_not_divided(embedded: Desk, names: Path, tmp_path: Path) -> None:
    rows = [
        {"source": "note", "event": "e1", "text": "It was taken by A. Pell. Then L. Brennan read it! A.\nPell agreed."}
    ]
    embedded.ok("ingest", table(tmp_path / "note.csv", rows))
    who = table(tmp_path / "initials.csv", [{"name": n, "pseudonym": "Officer"} for n in ("A. Pell", "L. Brennan")])
    for form in ((), ("--json",), ("--cite",)):
        veiled(embedded.taeg("consolidate", *form, "--store", embedded.store, "--pseudonyms", who))


# --- on a terminal ----------------------------------------------------------------------------------------------------


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


def test_bars_name_nobody(night: tuple[Desk, Path], names: Path) -> None:
    desk, _ = night
    seen = on_terminal("remove", "--source", "novakova", "--store", desk.store, "--pseudonyms", names)
    assert "Person" in seen
    assert not named(seen)


# --- hostile content --------------------------------------------------------------------------------------------------

HOSTILE = (
    "'; MATCH (n) DETACH DELETE n //",
    '"}) DETACH DELETE n RETURN {x: "',
    "`) //",
    "$corpus",
    "{0} %s \\n \\",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "a\u202eb\u2066c",
    "\U0001f525\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "עֵד א",
    "--help",
    "a/b/c",
    "NULL",
    "x" * 400,
)
DRIVES = "\x1b[31mred\x1b]0;title\x07 \x9b31m back\x08\x08 \u202eright to left\u202c \x7f end."


def hostile_rows() -> list[dict[str, str]]:
    texts = [f"{name} and {DRIVES}" for name in HOSTILE]
    rows = [
        {"source": source, "event": event, "text": text, "reference": event, "title": f"{event} \x1b[2J"}
        for source in HOSTILE[:3]
        for event, text in zip(HOSTILE, texts, strict=True)
    ]
    rows += [{"source": source, "event": "one", "text": f"{source} told one thing."} for source in HOSTILE]
    rows.append({"source": "long", "event": "one", "text": "It went on and on. " * 55_000})
    rows.append({"source": "longer", "event": "one", "text": "x" * 1_000_000})
    return rows


def harmless(text: str) -> None:
    """No character that drives a terminal."""
    wrong = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c not in "\n\u200c\u200d"}
    assert not wrong, wrong


def test_hostile_content_does_no_harm(desk: Desk, case: Path, tmp_path: Path) -> None:
    desk.ok("ingest", case)
    bystander = desk.digest
    path = jsonl(tmp_path / "hostile.jsonl", hostile_rows())
    corpus = ("--corpus", "h")
    harmless(desk.ok("ingest", path, "--id", "h"))
    digest = desk.facts("stats", *corpus)[0]["digest"]
    harmless(desk.ok("stats"))
    harmless(desk.ok("corpora"))
    for event in HOSTILE:
        done = desk.taeg("show", *corpus, "--store", desk.store, "--", event)
        assert done.code == 0, done.err
        harmless(done.out)
    seen = desk.taeg("show", *corpus, "--json", "--store", desk.store, "--", HOSTILE[0]).out
    harmless(seen)
    [version] = [v for v in json.loads(seen)["versions"] if v["source"] == HOSTILE[1]]
    assert version["text"] == f"{HOSTILE[0]} and {DRIVES}"
    harmless(desk.ok("show", "one", *corpus))
    for strategy in ("taeg", "latest", "priority"):
        done = desk.taeg("consolidate", "--strategy", strategy, *corpus, "--json", "--store", desk.store)
        assert done.code == (2 if strategy == "latest" else 0)
        harmless(done.out)
        harmless(done.err)
    for event in HOSTILE[:8]:
        harmless(desk.ok("query", "event", "--param", f"event={event}", *corpus))
    harmless(desk.ok("query", "timeline", *corpus))
    for name in HOSTILE:
        done = desk.taeg("show", *corpus, "--store", desk.store, "--", f"{name}{name}\x1b[2J")
        assert done.code == 2
        harmless(done.err)
    harmless(desk.ok("correct", "rename", "one", f"{HOSTILE[0]} {DRIVES}", "--why", HOSTILE[1], *corpus))
    harmless(desk.ok("correct", "split", "one", HOSTILE[5][::-1], "--version", "long:one", *corpus))
    harmless(desk.ok("corrections", *corpus))
    desk.ok("correct", "undo", 1, *corpus)
    desk.ok("correct", "undo", 1, *corpus)
    assert desk.facts("stats", *corpus)[0]["digest"] == digest
    desk.ok("backup", "--out", tmp_path / "b.jsonl", *corpus)
    desk.ok("delete", *corpus)
    assert desk.digest == bystander
    desk.ok("restore", tmp_path / "b.jsonl")
    assert desk.facts("stats", *corpus)[0]["digest"] == digest


def test_a_terminal_is_not_driven(embedded: Desk, tmp_path: Path) -> None:
    rows = [{"source": "s", "event": "e", "text": DRIVES, "title": DRIVES, "reference": DRIVES}]
    embedded.ok("ingest", jsonl(tmp_path / "drives.jsonl", rows))
    seen = on_terminal("consolidate", "--cite", "--store", embedded.store)
    assert "right to left" in seen
    harmless(seen.replace("\r\n", "\n"))


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "\x1b[2J", "\ud800"])
def test_ids_that_cannot_be_typed_are_refused(embedded: Desk, tmp_path: Path, name: str) -> None:
    for column in ("source", "event"):
        row = {"source": "s", "event": "e", "text": "Words.", column: name}
        done = embedded.taeg("ingest", jsonl(tmp_path / "bad.jsonl", [row]), "--store", embedded.store)
        assert done.code == 2, done
        assert "bad.jsonl" in done.err
        harmless(done.err)
