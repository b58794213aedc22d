"""Corrections by command and by file: each kind is shown with the event, and can be undone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.command_line import CommandLine, assert_traced, change

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
    "merge": ("found", "merged by the editor: The parcel is missing"),
    "split": ("van", "made by the editor out of A parcel is left in the hall"),
    "move": ("call", "moved by the editor: after The parcel is missing"),
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


def visible(cli: CommandLine, kind: str) -> None:
    """Assert that a correction is shown by every command that shows its event."""
    event, mark = SHOWS[kind]
    assert mark in cli.ok("show", event)
    assert mark in cli.facts("show", event)["edits"]
    [stats] = cli.facts("stats")
    assert any(line.startswith(kind) for line in stats["corrections"])
    assert not stats["misfits"]
    assert f": {kind} " in cli.ok("stats")
    assert mark in cli.ok("consolidate", "--strategy", "longest", "--cite")
    narrative = cli.facts("consolidate", "--strategy", "longest")
    assert_traced(narrative)
    [passage] = [p for p in narrative["passages"] if p["event"] == event]
    assert mark in passage["edits"]
    assert all(mark in s["edits"] for s in narrative["sentences"] if s["event"] == event)
    chosen = {p["event"]: p["version"] for p in narrative["passages"]}
    assert TELLS[kind](chosen, [p["event"] for p in narrative["passages"]])
    for query in ("timeline", "editor"):
        rows = {row["event"]: row for row in cli.facts("query", query)}
        assert mark in rows[event]["editor"]


@pytest.mark.parametrize(
    ("kind", "address"), [*((kind, "ladybug") for kind in KINDS), ("split", "neo4j")], indirect=["address"]
)
def test_a_correction_by_command_is_shown_and_undone(cli: CommandLine, case: Path, kind: str) -> None:
    (case / "corrections.yaml").write_text("# none\n")
    cli.ok("ingest", case)
    before = cli.digest
    listed = cli.facts("correct", *KINDS[kind][0], "--why", "I know")["corrections"]
    assert [(row["number"], row["from"], row["does not fit"]) for row in listed] == [(1, "command", "")]
    assert "(I know)" in listed[0]["correction"]
    visible(cli, kind)
    assert cli.facts("corrections") == listed
    change(case / "accounts" / "okoro.md", "and heavy", "and very heavy indeed")
    assert cli.facts("ingest", case)["changed"]
    assert cli.facts("corrections") == listed
    assert SHOWS[kind][1] in cli.ok("consolidate", "--strategy", "longest", "--cite")
    assert f"undone: {listed[0]['correction']}; earlier runs are deleted" in cli.ok(
        "correct", "undo", listed[0]["correction"]
    )
    assert cli.facts("corrections") == []
    change(case / "accounts" / "okoro.md", "and very heavy indeed", "and heavy")
    assert cli.facts("ingest", case)["digest"] == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_in_a_file_has_the_same_effect(embedded: CommandLine, case: Path, kind: str) -> None:
    (case / "corrections.yaml").write_text(KINDS[kind][1])
    embedded.ok("ingest", case)
    visible(embedded, kind)
    assert embedded.facts("corrections")[0]["from"] == "file"
    assert "remove it there and ingest again" in embedded.refused("correct", "undo", 1)
    (case / "corrections.yaml").write_text("# none any more\n")
    embedded.ok("ingest", case)
    assert embedded.facts("corrections") == []
    assert embedded.facts("query", "editor") == []


def test_a_misfit_is_reported_until_it_fits_again(cli: CommandLine, case: Path) -> None:
    cli.ok("ingest", case)
    cli.ok("correct", "exclude", "barros:delivery", "--why", "hearsay")
    cli.ok("correct", "rename", "gone", "It is gone")
    before, words = cli.digest, "exclude barros:delivery (hearsay)"
    account = case / "accounts" / "barros.md"
    whole = account.read_text()
    account.write_text(whole[: whole.index("## delivery")])
    assert f"correction that does not fit: {words}" in cli.ok("ingest", case)
    assert f"correction that does not fit: {words}" in cli.ok("stats")
    [misfit] = cli.facts("stats")[0]["misfits"]
    assert "there is no version 'barros:delivery'" in misfit
    assert [bool(row["does not fit"]) for row in cli.facts("corrections")] == [False, True, False]
    assert "there is no version" in cli.ok("corrections")
    cli.ok("correct", "move", "call", "--before", "delivery")
    cli.ok("correct", "undo", 4)
    account.write_text(whole)
    cli.ok("ingest", case)
    assert not cli.facts("stats")[0]["misfits"]
    assert cli.digest == before
    cli.ok("remove", "--source", "barros")
    assert len(cli.facts("stats")[0]["misfits"]) == 1
    cli.ok("ingest", case, "--source", "barros", "--add")
    assert cli.digest == before


def test_invalid_corrections_by_command_are_refused(cli: CommandLine, case: Path) -> None:
    cli.ok("ingest", case)
    for wrong, says in (
        (("choose", "found", "okoro:delivery"), "is an account of 'delivery'"),
        (("choose", "fund", "okoro:found"), "'found'"),
        (("split", "call", "a\nb", "--version", "okoro:call"), "one line"),
        (("move", "call"), "--before"),
        (("move", "call", "--after", "gone", "--before", "found"), "--before"),
        (("rename", "gone", ""), "title"),
        (("undo", "7"), "number 7"),
        (("undo", "1"), "file"),
        (("undo", "9" * 5000), "no correction '"),
        (("undo", "rename gone title 'x'"), "has it already been undone?"),
    ):
        assert says in cli.refused("correct", *wrong), wrong


def test_corrections_go_through_backup_and_copy(cli: CommandLine, case: Path, tmp_path: Path) -> None:
    cli.ok("ingest", case)
    for kind in ("exclude", "split", "move", "rename"):
        cli.ok("correct", *KINDS[kind][0], "--why", "“quoted”, with 'all' \"kinds\"")
    narrative, digest, listed = cli.ok("consolidate", "--cite"), cli.digest, cli.facts("corrections")
    assert len(listed) == 5
    cli.ok("backup", "--out", tmp_path / "b.jsonl")
    cli.ok("copy", "--to", tmp_path / "copy.db")
    cli.ok("delete")
    cli.ok("restore", tmp_path / "b.jsonl")
    for place in (cli, CommandLine(cli.taeg, str(tmp_path / "copy.db"))):
        assert place.digest == digest
        assert place.facts("corrections") == listed
        assert place.facts("stats")[0]["runs"] == ["fuse"]
        assert place.ok("consolidate", "--cite") == narrative
        while len(place.facts("corrections")) > 1:
            place.ok("correct", "undo", 2)
        assert place.facts("ingest", case, "--id", "case-audited")["changed"] is False
