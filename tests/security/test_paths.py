"""A corpus reads nothing outside its folder, and nothing is written through links of other users."""

import os
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import ingest
import taeg
from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_whole
from tests.conftest import ROOT, Outcome, Taeg
from tests.security.test_xml_and_zip import chronology
from tests.security.users import NOBODY, ROOT_ONLY

TABLE = "source,event,text\nanna,arrival,They came at ten.\nben,arrival,They came late.\n"
SECRET = "# arrival\n\nHIDDEN words.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "reports.csv").write_text(TABLE)
    (tmp_path / "secret.md").write_text(SECRET)
    (tmp_path / "secret.csv").write_text("source,event,text\nHIDDEN,arrival,HIDDEN words.\n")
    (tmp_path / "secret.yaml").write_text("- rename: arrival\n  title: HIDDEN\n")
    return folder


def refused(corpus: Path) -> None:
    for problem in (lambda: ingest.read(str(corpus), language="en"), lambda: found_by_check(corpus)):
        with pytest.raises(InputError) as caught:
            problem()
        assert "HIDDEN" not in str(caught.value)
        assert re.search("copy the file|put the file itself there|no file matches|there is no", str(caught.value))


def found_by_check(corpus: Path) -> None:
    found = ingest.check(str(corpus), language="en")
    if found.faults:
        raise InputError(" ".join(found.faults + found.remarks))


NAMED = ("../secret.csv", "/etc/passwd", "~/secret.csv", "..\\secret.csv", "x/../../secret.csv", "./../*.csv")


@pytest.mark.parametrize("written", NAMED)
@pytest.mark.parametrize("key", ["files", "file", "timeline", "reference", "corrections"])
def test_a_manifest_cannot_name_files_outside_its_folder(folder: Path, key: str, written: str) -> None:
    line = f"files: [{{file: '{written}'}}]" if key == "file" else f"{key}: ['{written}']"
    (folder / "corpus.yaml").write_text(line if key in ("files", "file") else f"{key}: '{written}'")
    refused(folder)


LISTS = ("", "files: ['*.csv']\n", "files: ['**/*.csv']\n", "files: [reports.csv, l.csv]\n")
OTHERS = ("", "files: [reports.csv]\n", "title: x\n", "files: ['*.csv']\n")


@pytest.mark.parametrize(
    ("name", "manifest"),
    [
        *(("l.csv", manifest) for manifest in LISTS),
        *product(("reference.md", "timeline.csv", "corrections.yaml"), OTHERS),
    ],
)
def test_files_cannot_be_links_to_outside(folder: Path, name: str, manifest: str) -> None:
    """Regression: beside a corpus.yaml, and for corrections always, such a link was read."""
    if manifest:
        (folder / "corpus.yaml").write_text(manifest)
    (folder / name).symlink_to(folder.parent / f"secret{Path(name).suffix}")
    refused(folder)


def test_folders_cannot_be_links_to_outside(folder: Path) -> None:
    (folder / "more").symlink_to(folder.parent)
    assert "HIDDEN" not in repr(ingest.read(str(folder), language="en")), "linked folders are not walked into"
    for pattern in ("more/secret.csv", "more/*.csv", "*/*.csv"):
        (folder / "corpus.yaml").write_text(f"files: ['{pattern}']\n")
        refused(folder)


def test_links_within_the_folder_are_read(folder: Path) -> None:
    (folder / "texts").mkdir()
    (folder / "reports.csv").rename(folder / "texts" / "r.csv")
    (folder / "corpus.yaml").write_text("files: [l.csv]\n")
    (folder / "l.csv").symlink_to("texts/r.csv")
    assert len(ingest.read(str(folder), language="en").versions) == 2


@pytest.mark.parametrize("name", ["Golden_Sample.txt", "Luke.xml", "ChronologyOfTheFourGospels_PW.xml"])
def test_gospel_files_cannot_be_links_to_outside(tmp_path: Path, name: str) -> None:
    """Regression: the gold text could be a link to any file that contains the number 1."""
    folder = tmp_path / "data"
    folder.mkdir()
    chronology(folder, "", "")
    outside = tmp_path / "outside"
    if name.startswith("Golden"):
        outside.write_text("1 HIDDEN words")
    else:
        (folder / name).rename(outside)
    (folder / name).symlink_to(outside)
    refused(folder)


def test_ids_are_not_used_as_file_names(
    taeg_command: Taeg, hostile_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the files named by --out are written."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    store = ("--store", tmp_path / "graph.db", "--corpus", "../../h")
    assert taeg_command("ingest", hostile_corpus, "--id", "../../h", "--store", tmp_path / "graph.db").code == 0
    assert taeg_command("consolidate", "--strategy", "longest", "--out", "n.txt", *store).code == 0
    for format, out in (("csv", "tables"), ("html", "p.html"), ("tei", "t.xml"), ("docx", "d.docx"), ("json", "j")):
        assert taeg_command("export", "--format", format, "--out", out, *store).code == 0
    tables = [f"tables/{name}.csv" for name in ("choices", "events", "sentences", "versions")]
    made = [p.relative_to(work).as_posix() for p in work.rglob("*") if p.is_file()]
    assert sorted(made) == sorted(["n.txt", "p.html", "t.xml", "d.docx", "j", *tables])
    assert {p.name for p in tmp_path.iterdir()} == {"work", "graph.db", "graph.db.lock", "hostile.jsonl"}


def planted(folder: Path, target: Path, name: str) -> Path:
    """Create a link of another user in a world-writable folder."""
    folder.chmod(0o1777)
    link = folder / name
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    return link


@ROOT_ONLY
def test_links_of_other_users_are_not_written_through(tmp_path: Path, taeg_command: Taeg, folder: Path) -> None:
    """Regression: the kernel's protection of /tmp does not cover links that we resolve ourselves."""
    own = tmp_path / "own.txt"
    own.write_text("mine")
    shared = tmp_path / "shared"
    shared.mkdir()
    link = planted(shared, own, "out.html")
    with pytest.raises(InputError, match="another user"):
        write_whole(link, [b"theirs"])
    store = tmp_path / "graph.db"
    assert taeg_command("ingest", folder, "--store", store).code == 0
    commands: list[Callable[[], Outcome]] = [
        lambda: taeg_command("consolidate", "--out", link, "--store", store),
        lambda: taeg_command("export", "--format", "html", "--out", link, "--store", store),
        lambda: taeg_command("backup", "--out", link, "--store", store),
    ]
    assert [command().code for command in commands] == [2, 2, 2]
    assert own.read_text() == "mine"
    assert sorted(p.name for p in shared.iterdir()) == ["out.html"]


@ROOT_ONLY
def test_a_link_of_another_user_is_not_a_lock_file(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("mine")
    shared = tmp_path / "shared"
    shared.mkdir()
    planted(shared, own, "graph.db.lock")
    with pytest.raises(TaegError), taeg.open(str(shared / "graph.db")):
        pass
    assert own.read_text() == "mine"


@pytest.mark.parametrize("suffix", ["", ".lock", ".wal"])
def test_a_graph_is_not_overwritten(taeg_command: Taeg, tmp_path: Path, suffix: str) -> None:
    store = tmp_path / "graph.db"
    assert taeg_command("ingest", ROOT / "examples" / "night", "--store", store).code == 0
    before = store.read_bytes()
    for command in (("backup",), ("consolidate", "--strategy", "longest"), ("export", "--format", "json")):
        done = taeg_command(*command, "--out", f"{store}{suffix}", "--store", store)
        assert done.code == 2
        assert "is the file of a graph" in done.err or "has no run yet" in done.err
    assert taeg_command("doctor", "--deep", "--store", store).code == 0
    assert len(store.read_bytes()) >= len(before)
