"""Errors are reported in one line with an exit code, and leave the graph unchanged."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ingest
import taeg
from taeg.store.ladybug import driver
from tests.conftest import ROOT, Taeg

CHRONOLOGY = "ChronologyOfTheFourGospels_PW.xml"
BOOKS = ("Matthew", "Mark", "Luke", "John")


@pytest.fixture(scope="module")
def gospels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded graph with the built-in corpus."""
    path = tmp_path_factory.mktemp("graph") / "graph.db"
    with taeg.open(str(path)) as graph:
        ingest.load(ingest.read("gospels"), graph)
    return path


@pytest.fixture
def invented_data(tmp_path: Path) -> Path:
    """A small folder with invented text in the published layout."""
    folder = tmp_path / "data"
    folder.mkdir()
    for book in BOOKS:
        verses = "".join(f'<verse number="{n}">{book} saw the boat {n}; it was late.</verse>' for n in range(1, 6))
        (folder / f"Plain{book}.xml").write_text(
            '<?xml version="1.1" encoding="UTF-8"?><bible translation="Plain"><testament name="New">'
            f'<book name="{book}"><chapter number="1">{verses}</chapter></book></testament></bible>'
        )
    (folder / CHRONOLOGY).write_text(
        '<?xml version="1.2" encoding="UTF-8"?>\n<week>\n<events>\n'
        '<event id="1"><day>Monday</day><description>The boat</description><when_where/>'
        "<matthew>1:1-2</matthew><mark>1:1</mark><luke/><john>1:5</john></event>\n"
        '<event id="2"><day>Monday</day><description>The quay</description><when_where/>'
        "<matthew>1:3</matthew><mark>1:2-3</mark><luke>1:1</luke><john/></event>\n"
        "</events>\n</week>\n"
    )
    return folder


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def truncate_file(folder: Path) -> None:
    path = folder / "PlainMark.xml"
    path.write_text(path.read_text()[:-60])


def expand_entities(folder: Path) -> None:
    entities = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    replace(
        folder / CHRONOLOGY,
        "<week>",
        f'<!DOCTYPE week [<!ENTITY l0 "ha">{entities}]>\n<week><x>&l9;</x>',
    )


def cite_missing_verse(folder: Path) -> None:
    replace(folder / CHRONOLOGY, "1:1-2", "1:1-99")


def repeat_id(folder: Path) -> None:
    replace(folder / CHRONOLOGY, 'id="2"', 'id="1"')


@pytest.mark.parametrize(
    ("break_data", "says"),
    [
        (truncate_file, "PlainMark.xml:1"),
        (expand_entities, CHRONOLOGY),
        (cite_missing_verse, "no verse 1:99"),
        (repeat_id, f"{CHRONOLOGY}:5"),
    ],
)
def test_faulty_corpus_leaves_the_graph_unchanged(
    address: str, taeg_command: Taeg, invented_data: Path, break_data: Callable[[Path], None], says: str
) -> None:
    assert taeg_command("ingest", invented_data, "--store", address).code == 0
    before = taeg_command("stats", "--json", "--store", address).out
    break_data(invented_data)
    outcome = taeg_command("ingest", invented_data, "--store", address)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("taeg: ")
    assert outcome.err.count("\n") == 1
    assert says in outcome.err
    assert taeg_command("stats", "--json", "--store", address).out == before


def one_line(err: str) -> bool:
    return err.startswith("taeg: ") and err.count("\n") == 1 and "Traceback" not in err


def test_store_that_cannot_be_written(taeg_command: Taeg, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for store, code in ((tmp_path / "file" / "graph.db", 1), (tmp_path, 2), (tmp_path / "file", 2)):
        outcome = taeg_command("ingest", "gospels", "--store", store)
        assert outcome.code == code, store
        assert one_line(outcome.err)
        assert "--store" in outcome.err or "name a file" in outcome.err
    assert (tmp_path / "file").read_text() == "not a folder"


def test_store_of_unknown_scheme(taeg_command: Taeg) -> None:
    outcome = taeg_command("stats", "--store", "mysql://somewhere")
    assert outcome.code == 2
    assert one_line(outcome.err)


def test_neo4j_is_down(taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "a-secret-nobody-sees")
    outcome = taeg_command("ingest", "gospels", "--store", "bolt://127.0.0.1:1")
    assert outcome.code == 1
    assert one_line(outcome.err)
    assert "does not answer" in outcome.err
    assert "a-secret" not in outcome.err


def test_wrong_password(neo4j_address: str, taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "a-secret-nobody-sees")
    outcome = taeg_command("ingest", "gospels", "--store", neo4j_address)
    assert outcome.code == 1
    assert one_line(outcome.err)
    assert "NEO4J_PASSWORD" in outcome.err
    assert "a-secret" not in outcome.err


def test_missing_database(neo4j_address: str, taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_DATABASE", "nowhere")
    outcome = taeg_command("stats", "--store", neo4j_address)
    assert outcome.code == 1
    assert one_line(outcome.err)
    assert "NEO4J_DATABASE" in outcome.err


def test_embedded_file_in_use(taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOCK_PATIENCE", 0.3)
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
        (("consolidate", "--strategy", "longets"), "longest, latest, taeg,"),
        (("consolidate", "--set", "damping"), "name=value"),
        (("consolidate", "--set", "weight=1"), "no parameter 'weight'"),
        (("consolidate", "--set", "damping=high"), "must be a number"),
        (("consolidate", "--set", "corpus=x"), "'corpus' is no parameter"),
        (("consolidate", "--out", "no/such/folder/n.txt"), "no folder"),
        (("ingest", "gospels", "--id", "a\nb"), "corpus id"),
        (("ingest", "gospels", "--language", "de"), "leave --language out"),
        (("ingest", "gospels", "--profile", "best"), "best"),
        (("stats", "--store", ""), "empty text"),
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


def test_failed_write_is_the_last(tmp_path: Path) -> None:
    """A further statement over a connection whose commit failed (a full disk) could destroy the file."""
    store = str(tmp_path / "graph.db")
    limit = 5_000_000
    doomed = (
        "import resource, sys, ingest, taeg\n"
        "corpus = ingest.read('gospels', translation='kjv')\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with taeg.open(sys.argv[1]) as graph:\n"
        "    ingest.load(corpus, graph, 'night')\n"
    )
    with taeg.open(store) as graph:
        ingest.load(ingest.read("gospels"), graph, "night")
        before = graph.stats("night").digest
    done = subprocess.run([sys.executable, "-c", doomed, store], capture_output=True, text=True, cwd=ROOT, check=False)
    with taeg.open(store) as graph:
        after = graph.stats("night").digest
        assert done.returncode == 0 or after == before
        ingest.load(ingest.read("gospels"), graph, "night")
        assert graph.stats("night").digest == before


@pytest.mark.parametrize(
    "address",
    ["http://neo4j:s3cret@h:1", "bolt://neo4j:s3cret@127.0.0.1:1", "bolt://h?password=s3cret"],
)
def test_no_credentials_in_messages(taeg_command: Taeg, address: str) -> None:
    for command in (("stats",), ("doctor",), ("ingest", "gospels")):
        outcome = taeg_command(*command, "--store", address)
        assert outcome.code in (1, 2)
        assert "s3cret" not in outcome.out + outcome.err


def test_backup_follows_links_but_not_devices(taeg_command: Taeg, tmp_path: Path) -> None:
    store, real, link = tmp_path / "graph.db", tmp_path / "real", tmp_path / "link"
    taeg_command("ingest", "gospels", "--store", store)
    real.write_text("old")
    link.symlink_to(real)
    assert taeg_command("backup", "--out", link, "--store", store).code == 0
    assert link.is_symlink()
    assert real.stat().st_size > 100_000
    refused = taeg_command("backup", "--out", "/dev/null", "--store", store)
    assert refused.code == 2
    assert Path("/dev/null").is_char_device()


def test_reading_commands_create_no_file(taeg_command: Taeg, tmp_path: Path) -> None:
    for command in (("stats",), ("consolidate",), ("delete",), ("evaluate",), ("backup", "--out", tmp_path / "b")):
        outcome = taeg_command(*command, "--store", tmp_path / "mistyped.db")
        assert outcome.code == 2, command
        assert one_line(outcome.err)
    assert list(tmp_path.iterdir()) == []
