"""The commands as scripts use them, on every engine."""

import json
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from taeg.store.neo4j import local_server as localserver
from tests.conftest import ROOT, Taeg

STATS_KEYS = {
    *("corpus", "profile", "engine", "events", "versions", "versions_with_text", "before", "same_event"),
    *("edges", "floored", "large_events", "digest", "gaps", "partial_gaps", "title", "licence"),
    *(
        "timeline",
        "contradictions",
        "order_disagreements",
        "look_backs",
        "corrections",
        "overruled",
        "misfits",
        "untold",
        "runs",
        "notes",
    ),
}


def test_from_ingest_to_narrative(address: str, taeg_command: Taeg, tmp_path: Path) -> None:
    store = ("--store", address)
    first = json.loads(taeg_command("ingest", "gospels", "--json", *store).out)
    assert first["changed"]
    assert not json.loads(taeg_command("ingest", "gospels", "--json", *store).out)["changed"]

    [facts] = json.loads(taeg_command("stats", "--json", *store).out)
    assert set(facts) == STATS_KEYS
    assert facts["engine"] == ("neo4j" if address == "neo4j" else "ladybug")
    counts = {key: facts[key] for key in ("events", "versions", "versions_with_text", "before", "same_event")}
    assert counts == {"events": 169, "versions": 363, "versions_with_text": 362, "before": 359, "same_event": 318}
    assert (facts["corpus"], facts["profile"]) == ("gospels-asv-audited", "audited")
    assert facts["gaps"] == ["Luke 23:17"]
    assert facts["partial_gaps"] == ["Mark 11:26", "Matthew 23:14", "Mark 15:28"]

    out = tmp_path / "narrative.txt"
    written = taeg_command("consolidate", "--strategy", "longest", "--out", out, *store)
    assert written.code == 0
    assert str(out) in written.out
    printed = taeg_command("consolidate", "--strategy", "longest", *store)
    assert printed.out == out.read_text()
    assert printed.err == ""
    facts = json.loads(taeg_command("consolidate", "--strategy", "longest", "--json", *store).out)
    assert facts["characters"] == len(printed.out)
    assert {p["source"] for p in facts["passages"]} == {"matthew", "mark", "luke", "john"}
    assert "\n\n".join(p["text"] for p in facts["passages"]) == printed.out

    shown = taeg_command("show", "1", *store).out
    assert all(reference in shown for reference in ("Matthew 26:6-13", "Mark 14:3-9", "John 12:1-8"))
    assert shown.index("Bethany") < shown.index("selected by longest")
    event = json.loads(taeg_command("show", "1", "--json", *store).out)
    assert [v["source"] for v in event["versions"]] == ["matthew", "mark", "john"]
    rows = json.loads(taeg_command("query", "told_once", "--json", *store).out)
    assert len(rows) == 72
    rows = json.loads(taeg_command("query", "run", "--param", "run=longest", "--json", *store).out)
    assert [row["text"] for row in rows] == [p["text"] for p in facts["passages"]]
    taeg_command("consolidate", "--strategy", "priority", "--out", out, *store)
    compared = ("--param", "run=longest", "--param", "other_run=priority")
    rows = json.loads(taeg_command("query", "differences", *compared, "--json", *store).out)
    assert rows
    for row in rows:
        for source, reference in (("source", "reference"), ("other_source", "other_reference")):
            assert row[reference].lower().startswith(row[source])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("show", "999"), "taeg query timeline"),
        (("query", "event", "--param", "event=999"), "taeg query timeline"),
        (("correct", "undo", "7"), "taeg corrections"),
        (("correct", "undo", "rename x"), "taeg corrections"),
        (("export", "--out", "x.md"), "taeg consolidate --strategy longest"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_suggested_command_keeps_the_options(
    words: tuple[str, ...], hint: str, taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the options given, the suggested command works as it is printed."""
    monkeypatch.chdir(tmp_path)
    taeg_command("init", "my-case")
    taeg_command("ingest", "my-case", "--id", "case", "--store", "own graph.db")
    for options in (("--store", "own graph.db"), ("--store", "own graph.db", "--corpus", "case")):
        message = taeg_command(*words, *options).err
        suggested = shlex.split(message[message.index(hint) :].rstrip(")\n"))
        assert suggested[: len(hint.split())] == hint.split()
        assert sorted(suggested[len(hint.split()) :]) == sorted(options)
        assert taeg_command(*suggested[1:]).code == 0
        # a changed corpus has no run
        taeg_command("ingest", "my-case", "--source", "barros", "--id", "case", "--store", "own graph.db")
    monkeypatch.setenv("TAEG_STORE", "own graph.db")
    assert "--store" not in taeg_command(*words).err


def test_corpora_are_listed_copied_backed_up_and_deleted(address: str, taeg_command: Taeg, tmp_path: Path) -> None:
    store = ("--store", address)
    taeg_command("ingest", "gospels", *store)
    taeg_command("ingest", "gospels", "--translation", "kjv", "--profile", "published", "--id", "king", *store)
    taeg_command("consolidate", "--strategy", "taeg", "--corpus", "king", *store)
    listed = json.loads(taeg_command("corpora", "--json", *store).out)
    assert [row["corpus"] for row in listed] == ["gospels-asv-audited", "king"]
    assert taeg_command("show", "1", *store).code == 2

    other = tmp_path / "copy.db"
    copied = json.loads(taeg_command("copy", "--corpus", "king", "--to", other, "--json", *store).out)
    assert copied["digest"] == listed[1]["digest"]
    [facts] = json.loads(taeg_command("stats", "--json", "--store", other).out)
    assert facts["digest"] == listed[1]["digest"]
    assert facts["runs"] == ["taeg"]

    file = tmp_path / "backup.jsonl"
    written = json.loads(taeg_command("backup", "--out", file, "--json", *store).out)
    assert written == {"corpora": ["gospels-asv-audited", "king"], "file": str(file)}
    for name in ("king", "gospels-asv-audited"):
        assert taeg_command("delete", "--corpus", name, *store).code == 0
    assert json.loads(taeg_command("corpora", "--json", *store).out) == []
    restored = json.loads(taeg_command("restore", file, "--json", *store).out)
    assert [row["digest"] for row in restored] == [row["digest"] for row in listed]
    assert json.loads(taeg_command("corpora", "--json", *store).out) == listed
    narrative = taeg_command("consolidate", "--strategy", "taeg", "--corpus", "king", *store).out
    assert narrative == taeg_command("consolidate", "--strategy", "taeg", "--store", other).out


def test_the_default_store_is_a_private_file_in_the_working_folder(
    taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TAEG_STORE", raising=False)
    taeg_command("ingest", "gospels")
    made = tmp_path / "taeg.db"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    monkeypatch.setenv("TAEG_STORE", str(tmp_path / "elsewhere.db"))
    missing = taeg_command("stats")
    assert missing.code == 2
    assert not (tmp_path / "elsewhere.db").exists()
    assert json.loads(taeg_command("stats", "--json", "--store", made).out)[0]["versions"] == 363


def test_doctor_reports_the_store(address: str, taeg_command: Taeg) -> None:
    taeg_command("ingest", "gospels", "--store", address)
    findings = json.loads(taeg_command("doctor", "--json", "--store", address).out)
    assert findings[-1]["ok"]
    assert "corpora: 1" in findings[-1]["found"]
    assert all(item["ok"] or item["advice"] for item in findings)


def test_queries_are_listed_with_their_parameters(taeg_command: Taeg) -> None:
    listed = {row["query"]: row for row in json.loads(taeg_command("queries", "--json").out)}
    assert listed["event"]["parameters"] == ["event"]
    assert all(row["title"] and row["purpose"] for row in listed.values())
    assert "told_once" in taeg_command("queries").out


def test_a_pipe_sees_no_progress_and_survives_its_reader(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taeg", "ingest", "gospels", "--store", str(tmp_path / "g.db")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr == ""
    reader = f"{sys.executable} -m taeg consolidate --store {tmp_path}/g.db | head -c 20"
    done = subprocess.run(["bash", "-c", reader], capture_output=True, text=True, cwd=ROOT, check=False)
    assert len(done.stdout) == 20
    assert "Traceback" not in done.stderr


def test_neo4j_is_the_local_server_without_an_address(
    taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NEO4J_URI", "NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    assert localserver.status() is None
    outcome = taeg_command("stats", "--store", "neo4j")
    assert outcome.code == 1
    assert "taeg neo4j start" in outcome.err
    assert json.loads(taeg_command("neo4j", "status", "--json").out) == {"running": False}
    assert "no local Neo4j was running" in taeg_command("neo4j", "stop").out
    assert list(tmp_path.iterdir()) == []


def test_a_narrative_is_not_written_as_another_format(taeg_command: Taeg, tmp_path: Path) -> None:
    done = taeg_command("consolidate", "--out", tmp_path / "case.docx", "--store", tmp_path / "graph.db")
    assert done.code == 2
    assert "taeg export --format docx --out case.docx" in done.err
    assert not (tmp_path / "case.docx").exists()
