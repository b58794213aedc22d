"""Pseudonyms: no name appears in any output, message, report or progress bar."""

import json
import shutil
import unicodedata
from pathlib import Path

import pytest

from tests.conftest import Outcome
from tests.integration.command_line import NIGHT, CommandLine, change, on_terminal, table

PEOPLE = (
    *(("Bethany", "Croft"), ("Jana", "Novakova"), ("Gary", "Dunmore"), ("Dean", "Marsden"), ("Kelly", "Marsdens")),
    *(("Pauline", "Garside"), ("Walter", "Hinchliffe"), ("Karen", "Lister"), ("Kieran", "Petty"), ("Tony", "Birch")),
    *(("L.", "Brennan"), ("A.", "Pell"), ("PC", "Haigh"), ("", "Adeyemi"), ("", "Iqbal")),
)
NAMES = [name for first, last in PEOPLE for name in (f"{first} {last}".strip(), last)]
NAMES += [first for first, _ in PEOPLE if len(first) > 2]
HIDDEN = [name.casefold().replace(".", "") for name in NAMES]


@pytest.fixture
def names(tmp_path: Path) -> Path:
    """A table of pseudonyms."""
    rows = [{"name": name, "pseudonym": f"Person {i}"} for i, name in enumerate(dict.fromkeys(NAMES), start=1)]
    return table(tmp_path / "who.csv", rows)


def named(text: str) -> list[str]:
    """The names in a text, however they are joined."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    return sorted({name for name in HIDDEN if f" {name} " in f" {' '.join(words)} "})


def redacted(done: Outcome) -> Outcome:
    """The outcome of a command, checked for names."""
    assert not named(done.out), done.out
    assert not named(done.err), done.err
    assert "internal error" not in done.err
    return done


@pytest.fixture
def night(embedded: CommandLine, tmp_path: Path) -> tuple[CommandLine, Path]:
    """The nine statements, in a graph and in a folder."""
    folder = tmp_path / "night"
    shutil.copytree(NIGHT, folder)
    embedded.ok("ingest", folder)
    return embedded, folder


def test_no_command_prints_a_name(night: tuple[CommandLine, Path], names: Path, tmp_path: Path) -> None:
    cli, folder = night
    before = cli.digest
    assert named(cli.ok("show", "van-arrives"))

    def run(*args: object, code: int = 0) -> Outcome:
        done = redacted(cli.taeg(*args, "--store", cli.store, "--pseudonyms", names))
        assert done.code == code, (args, done)
        return done

    run("ingest", folder)
    run("ingest", folder, "--json")
    for strategy, *options in (("longest",), ("longest", "--cite"), ("longest", "--json"), ("lexrank", "--json")):
        assert "Person" in run("consolidate", "--strategy", strategy, *options).out
    out = tmp_path / "narrative.txt"
    for form in ((), ("--cite",)):
        run("consolidate", "--strategy", "priority", "--out", out, *form)
        assert not named(out.read_text())
        assert "Person" in out.read_text()
    assert "Person" in run("show", "van-arrives").out
    why = "Novakova changed her mind, GARY-DUNMORE too"
    run("correct", "choose", "van-arrives", "croft:van-arrives", "--why", why)
    run("correct", "rename", "bang", "Dean Marsden hears a bang", "--json")
    for command in (
        *((name,) for name in ("stats", "corpora", "corrections", "doctor", "consolidate")),
        *(("query", name) for name in ("timeline", "contested", "updates", "gaps", "told_once", "runs")),
        ("query", "run", "--param", "run=fuse"),
        ("query", "event", "--param", "event=van-arrives"),
        ("query", "source_path", "--param", "source=novakova"),
        ("show", "police-at-coppice-street"),
    ):
        run(*command)
        run(*command, "--json")
    run("consolidate", "--cite")
    run("correct", "undo", 2)
    run("correct", "undo", 1, "--json")
    for command in (("backup", "--out", tmp_path / "b.jsonl"), ("copy", "--to", tmp_path / "c.db")):
        assert "--pseudonyms" in run(*command, code=2).err
        assert not Path(command[2]).exists()
    assert cli.digest == before


def test_no_message_has_a_name(
    night: tuple[CommandLine, Path], names: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli, folder = night
    monkeypatch.setenv("TAEG_PSEUDONYMS", str(names))
    store = ("--store", cli.store)

    def run(*args: object, code: int = 2) -> str:
        done = redacted(cli.taeg(*args))
        assert done.code == code, (args, done)
        assert "Person" in done.out + done.err or "does not fit" in done.out
        return done.out

    for command in (
        ("show", "dunmore-arrive"),
        ("remove", "--source", "novakov"),
        ("correct", "choose", "bang", "dunmore:stock-checked"),
        ("correct", "exclude", "Jana-Novakova:bang"),
        ("consolidate", "--strategy", "priority", "--set", "order=jana_novakova"),
        ("consolidate", "--strategy", "Novakova"),
        ("consolidate", "--out", tmp_path / "novakova" / "x.txt"),
        ("ingest", tmp_path / "Statement of Gary Dunmore"),
        ("query", "novakova"),
        ("query", "event", "--param", "dunmore"),
        ("stats", "--corpus", "dunmore"),
        ("restore", tmp_path / "dunmore.jsonl"),
        ("show", "bang", "dunmore"),
    ):
        run(*command, *store)
    run("ingest", folder, "--id", "dunmore", *store, code=0)
    run("delete", "--corpus", "dunmore", *store, code=0)
    run("check", folder, code=0)
    run("check", folder, "--json", code=0)
    (folder / "corrections.yaml").write_text("- exclude: dunmore:bang\n")
    change(folder / "corpus.yaml", "timeline:", "corrections: corrections.yaml\ntimeline:")
    assert "does not fit" in run("check", folder, code=0)
    path = folder / "statements" / "novakova.md"
    path.write_text(path.read_text() + "\n## dunmore-shouts\n\nHe shouted.\n")
    change(folder / "corpus.yaml", "marsden]", "marsden, gary-dunmore]")
    run("check", folder)
    assert json.loads(run("check", folder, "--json"))["faults"]
    run("ingest", folder, *store)


def test_no_report_has_a_name(night: tuple[CommandLine, Path], names: Path, tmp_path: Path) -> None:
    cli, folder = night
    change(folder / "timeline.csv", "event,title", "dunmore-nowhere,Nobody tells of Dunmore,2024-02-08,\nevent,title")
    lines = (folder / "timeline.csv").read_text().splitlines()
    (folder / "timeline.csv").write_text("\n".join([lines[1], lines[0], *lines[2:]]) + "\n")
    cli.ok("ingest", folder, "--id", "gary-dunmore")
    report = tmp_path / "report"
    protocol = ("--seeds", 2, "--metrics", "rougeL,accuracy", "--fractions", "")
    for form in (("--out", report), ("--json",)):
        args = ("evaluate", *protocol, "--corpus", "gary-dunmore", *form)
        done = redacted(cli.taeg(*args, "--store", cli.store, "--pseudonyms", names))
        assert done.code == 0, done.err
        assert "Person" in done.out
    written = [path for path in report.rglob("*") if path.is_file()]
    assert len(written) > 4
    for path in written:
        assert not named(path.name)
        if path.suffix != ".png":
            assert not named(path.read_text(encoding="utf-8")), path
    assert any("Person" in path.read_text(encoding="utf-8") for path in written if path.suffix != ".png")


def test_names_with_a_full_stop(embedded: CommandLine, names: Path, tmp_path: Path) -> None:
    rows = [
        {"source": "note", "event": "e1", "text": "It was taken by A. Pell. Then L. Brennan read it! A.\nPell agreed."}
    ]
    embedded.ok("ingest", table(tmp_path / "note.csv", rows))
    who = table(tmp_path / "initials.csv", [{"name": n, "pseudonym": "Officer"} for n in ("A. Pell", "L. Brennan")])
    for form in ((), ("--json",), ("--cite",)):
        redacted(embedded.taeg("consolidate", *form, "--store", embedded.store, "--pseudonyms", who))


def test_no_progress_bar_has_a_name(night: tuple[CommandLine, Path], names: Path) -> None:
    cli, _ = night
    seen = on_terminal("remove", "--source", "novakova", "--store", cli.store, "--pseudonyms", names)
    assert "Person" in seen
    assert not named(seen)
