"""Errors are reported in one line with an exit code, and leave the graph unchanged."""

import subprocess
import sys
from pathlib import Path

import pytest

import ingest
import taeg
from taeg.store.ladybug import lock
from tests.conftest import ROOT, Taeg


@pytest.fixture(scope="module")
def gospels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded graph with the built-in corpus."""
    path = tmp_path_factory.mktemp("graph") / "graph.db"
    with taeg.open(str(path)) as graph:
        ingest.load(ingest.read("gospels"), graph)
    return path


def one_line(err: str) -> bool:
    return err.startswith("taeg: ") and err.count("\n") == 1 and "Traceback" not in err


def test_store_that_cannot_be_written(taeg_command: Taeg, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for store in (tmp_path / "file" / "graph.db", tmp_path, tmp_path / "file"):
        outcome = taeg_command("ingest", "gospels", "--store", store)
        assert outcome.code == 2, store
        assert one_line(outcome.err)
        assert "--store" in outcome.err or "name a file" in outcome.err
    assert (tmp_path / "file").read_text() == "not a folder"


def test_unreachable_servers(neo4j_address: str, taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    for address, name, code, says in (
        ("mysql://somewhere", "NEO4J_PASSWORD", 2, "mysql"),
        ("bolt://127.0.0.1:1", "NEO4J_PASSWORD", 1, "does not answer"),
        (neo4j_address, "NEO4J_PASSWORD", 1, "NEO4J_PASSWORD"),
        (neo4j_address, "NEO4J_DATABASE", 1, "NEO4J_DATABASE"),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, "wrong-secret")
            outcome = taeg_command("ingest", "gospels", "--store", address)
        assert outcome.code == code
        assert one_line(outcome.err)
        assert says in outcome.err
        assert name == "NEO4J_DATABASE" or "wrong-secret" not in outcome.err


def test_embedded_file_in_use(taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_PATIENCE", 0.3)
    store = tmp_path / "graph.db"
    taeg_command("ingest", "gospels", "--store", store)
    holder = "import sys, taeg\nwith taeg.open(sys.argv[1]):\n    print('open', flush=True)\n    sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout
        assert process.stdout.readline()
        outcome = taeg_command("ingest", "gospels", "--translation", "kjv", "--id", "x", "--store", store)
        reader = taeg_command("stats", "--json", "--store", store)
        process.communicate(b"")
    for refused in (outcome, reader):
        assert refused.code == 1
        assert one_line(refused.err)
        assert f"in use by process {process.pid}" in refused.err
    assert taeg_command("stats", "--store", store).code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ingest", "gospel"), "did you mean 'gospels'"),
        (("ingest", "gospels", "--translation", "kvj"), "kjv"),
        (("ingest", "no/such/folder"), "no corpus"),
        (("consolidate", "--strategy", "longets"), "longest, latest, firsthand, ontopic, fuse, taeg,"),
        (("consolidate", "--set", "damping"), "name=value"),
        (("consolidate", "--strategy", "taeg", "--set", "weight=1"), "no parameter 'weight'"),
        (("consolidate", "--strategy", "taeg", "--set", "damping=high"), "must be a number"),
        (("consolidate", "--set", "corpus=x"), "'corpus' is not a parameter"),
        (("consolidate", "--out", "no/such/folder/n.txt"), "no folder"),
        (("ingest", "gospels", "--id", "a\nb"), "corpus id"),
        (("ingest", "gospels", "--language", "de"), "leave --language out"),
        (("ingest", "gospels", "--profile", "best"), "best"),
        (("stats", "--store", ""), "name of the store is empty"),
        (("query", "source_path", "--param", "source=Luke"), "matthew, mark, luke, john"),
        (("show", "1000"), "no event"),
        (("query", "no"), "there are"),
        (("stats", "--corpus", "gospels-asv"), "did you mean"),
        (("delete", "--corpus", "nothing"), "no corpus 'nothing'"),
        (("restore", "nothing.jsonl"), "nothing.jsonl"),
    ],
)
def test_invalid_arguments(
    taeg_command: Taeg, gospels: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    monkeypatch.setenv("TAEG_STORE", str(gospels))
    before = taeg_command("corpora", "--json").out
    outcome = taeg_command(*arguments)
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert says in outcome.err
    assert taeg_command("corpora", "--json").out == before


@pytest.mark.parametrize(
    "address",
    ["http://neo4j:s3cret@h:1", "bolt://neo4j:s3cret@127.0.0.1:1", "bolt://h?password=s3cret"],
)
def test_no_credentials_in_messages(taeg_command: Taeg, address: str) -> None:
    for command in (("stats",), ("doctor",), ("ingest", "gospels")):
        outcome = taeg_command(*command, "--store", address)
        assert outcome.code in (1, 2)
        assert "s3cret" not in outcome.out + outcome.err


def test_reading_commands_create_no_file(taeg_command: Taeg, tmp_path: Path) -> None:
    for command in (("stats",), ("consolidate",), ("delete",), ("evaluate",), ("backup", "--out", tmp_path / "b")):
        outcome = taeg_command(*command, "--store", tmp_path / "mistyped.db")
        assert outcome.code == 2, command
        assert one_line(outcome.err)
    assert list(tmp_path.iterdir()) == []
