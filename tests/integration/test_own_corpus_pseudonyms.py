"""Pseudonyms: no name leaves by any command, message, report or bar."""

import json
import shutil
import unicodedata
from pathlib import Path

import pytest

from tests.conftest import Outcome
from tests.integration.desk import NIGHT, Desk, change, on_terminal, table

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


def redacted(done: Outcome) -> Outcome:
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
        done = redacted(desk.taeg(*args, "--store", desk.store, "--pseudonyms", names))
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
        done = redacted(desk.taeg(*args, "--store", desk.store))
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
        done = redacted(desk.taeg("check", folder, *args))
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
        done = redacted(desk.taeg(*args, "--store", desk.store, "--pseudonyms", names))
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
        redacted(embedded.taeg("consolidate", *form, "--store", embedded.store, "--pseudonyms", who))


def test_bars_name_nobody(night: tuple[Desk, Path], names: Path) -> None:
    desk, _ = night
    seen = on_terminal("remove", "--source", "novakova", "--store", desk.store, "--pseudonyms", names)
    assert "Person" in seen
    assert not named(seen)
