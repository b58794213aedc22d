"""The files of an embedded graph: one name for one file, nothing foreign changed, memory that can be reserved."""

import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import ingest
import taeg
from taeg.base.errors import InputError, TaegError
from taeg.store.engine import open_store
from taeg.store.ladybug import compact, companions, driver, files
from tests.conftest import ROOT, Outcome, Taeg
from tests.integration import accounts
from tests.integration.command_line import NIGHT
from tests.security.users import NOBODY, ROOT_ONLY

TOKEN = "0123456789abcdef"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def loaded(path: Path | str) -> str:
    """Load a corpus of two sources under a path and return its digest."""
    with taeg.open(str(path)) as graph:
        return graph.load(ingest.build(accounts.corpus(events=3, sources=2)), "small").digest


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A graph with that corpus, to be copied, and the digest."""
    path = tmp_path_factory.mktemp("small") / "graph.db"
    return path, loaded(path)


def digest(path: Path | str) -> str:
    with taeg.open(str(path), read_only=True) as graph:
        return graph.stats("small").digest


def refused(outcome: Outcome) -> str:
    """The message of a command that refused its store."""
    assert outcome.code == 2, outcome
    assert outcome.err.startswith("taeg: ")
    assert outcome.err.count("\n") == 1
    assert "internal error" not in outcome.err
    return outcome.err


# files beside a graph


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("graph.db.compact", b"mine"),
        ("graph.db.compact.wal", b"mine"),
        ("graph.db.compacted-thesis.docx", b"mine"),
        (f"graph.db.compact-{TOKEN}", b"mine"),
        (f"graph.db.compact-{TOKEN}/graph", b"mine"),
        (f"graph.db.compact-{TOKEN}/taeg-compaction", b"another token"),
        ("graph.db.compact-notes/taeg-compaction", TOKEN.encode()),
        ("graph.db.wallpaper", b"mine"),
    ],
)
def test_foreign_files_named_alike_are_kept(
    tmp_path: Path, small: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    """Regression: every file whose name began like that of the copy was deleted."""
    path, foreign = tmp_path / "graph.db", tmp_path / name
    shutil.copy(small[0], path)
    foreign.parent.mkdir(exist_ok=True)
    foreign.write_bytes(content)
    monkeypatch.setattr(driver, "WORTH_COMPACTING", 0)
    monkeypatch.setattr(driver, "WASTE", 0)
    before = path.stat().st_ino
    with open_store(str(path)) as store:
        store.tidy()
    assert path.stat().st_ino != before, "compacted in spite of it"
    assert foreign.read_bytes() == content
    assert digest(path) == small[1]


def die_while_compacting(path: str) -> None:
    """Compact a file and get killed before the copy is complete."""
    driver.WORTH_COMPACTING = driver.WASTE = 0
    compact._like = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
    with open_store(path) as store:
        store.tidy()


def test_leftovers_of_a_killed_compaction_are_deleted(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    expected = loaded(path)
    code = f"from {__name__} import die_while_compacting; die_while_compacting({str(path)!r})"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == -signal.SIGKILL
    [folder] = [found for found in tmp_path.iterdir() if found.is_dir()]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / files.COPY).stat().st_size > 0
    with pytest.raises(InputError, match="interrupted compaction"):
        taeg.open(str(folder / files.COPY))
    assert digest(path) == expected
    assert folder.is_dir(), "readers delete nothing"
    with taeg.open(str(path)):
        pass
    assert names(tmp_path) == ["graph.db", "graph.db.lock"]
    assert digest(path) == expected


@pytest.mark.parametrize("suffix", [".lock", ".wal", ".shadow", ".wal.checkpoint", ".checkpoint.apply.lock", ".LOCK"])
@pytest.mark.parametrize("linked", [False, True])
def test_companions_of_a_graph_are_no_stores(tmp_path: Path, taeg_command: Taeg, suffix: str, linked: bool) -> None:
    """Regression: `graph.db.lock` could be opened as a graph."""
    path = tmp_path / f"graph.db{suffix}"
    path.touch()
    if linked:
        path = tmp_path / "other.db"
        path.symlink_to(f"graph.db{suffix}")
    before = names(tmp_path)
    for command in (("ingest", NIGHT), ("stats",)):
        assert "belongs to another graph" in refused(taeg_command(*command, "--store", path))
    assert names(tmp_path) == before
    assert (tmp_path / f"graph.db{suffix}").read_bytes() == b""


def test_a_foreign_file_is_not_a_lock_file(tmp_path: Path, taeg_command: Taeg) -> None:
    """Regression: the pid of the writer was written into it."""
    foreign = tmp_path / "poetry.lock"
    foreign.write_text("# generated by Poetry\n")
    assert "not the lock file" in refused(taeg_command("ingest", NIGHT, "--store", tmp_path / "poetry"))
    assert foreign.read_text() == "# generated by Poetry\n"
    assert names(tmp_path) == ["poetry.lock"]


@pytest.mark.parametrize("suffix", files.LOGS)
def test_a_log_without_its_graph_is_kept(tmp_path: Path, taeg_command: Taeg, suffix: str) -> None:
    log = tmp_path / f"graph.db{suffix}"
    log.write_bytes(b"of something else")
    assert log.name in refused(taeg_command("ingest", NIGHT, "--store", tmp_path / "graph.db"))
    assert names(tmp_path) == [log.name]
    assert log.read_bytes() == b"of something else"


@pytest.mark.parametrize("suffix", [*files.LOGS, companions.SPILL, *companions.ENGINE_LOCKS])
@pytest.mark.parametrize("linked", [False, True])
def test_foreign_files_with_names_of_the_engine_are_kept(
    tmp_path: Path, small: tuple[Path, str], suffix: str, linked: bool
) -> None:
    """Regression: the engine deleted them, the log of another file as one that was damaged."""
    path, foreign = tmp_path / "graph.db", tmp_path / f"graph.db{suffix}"
    shutil.copy(small[0], path)
    target = tmp_path / "target" if linked else foreign
    target.write_bytes(b"A log of last summer's journey")
    if linked:
        foreign.symlink_to(target)
    for read_only in (False, True):
        with pytest.raises(InputError, match="is no file of the graph") if not read_only else suppress(TaegError):
            taeg.open(str(path), read_only=read_only).close()
    assert foreign.is_symlink() == linked
    assert foreign.read_bytes() == b"A log of last summer's journey"
    foreign.unlink()
    assert digest(path) == small[1]


@pytest.mark.parametrize(("suffix", "content"), [(companions.SPILL, b"spilled"), (companions.ENGINE_LOCKS[0], b"")])
def test_files_of_a_killed_writer_are_deleted(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / "graph.db"
    expected = loaded(path)
    path.with_name(f"graph.db{suffix}").write_bytes(content)
    path.with_name("graph.db.lock").write_bytes(f"{2**22 + 1:<20}".encode() + b" " * 40)
    assert loaded(path) == expected
    assert names(tmp_path) == ["graph.db", "graph.db.lock"]


# names of one file


def test_tilde_is_the_home_folder(tmp_path: Path, taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the engine expanded it and we did not, so that there were two files."""
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(work)
    assert taeg_command("ingest", NIGHT, "--store", "~/a.db").code == 0
    assert taeg_command("copy", "--to", "~/b.db", "--store", home / "a.db").code == 0
    monkeypatch.setenv("TAEG_STORE", "~/c.db")
    assert taeg_command("ingest", NIGHT).code == 0
    loaded("~/d.db")
    assert names(home) == sorted(f"{name}.db{suffix}" for name in "abcd" for suffix in ("", ".lock"))
    assert names(work) == []
    assert [taeg_command("stats", "--store", f"~/{name}.db").code for name in "abcd"] == [0] * 4


@pytest.mark.parametrize("written", ["./~/x.db", "./~x.db", "~no-such-user/x.db", "~no-such-user.db"])
def test_literal_tildes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    expected = loaded(written)
    assert digest(tmp_path / written) == digest(written) == expected
    assert not (tmp_path / "home").exists()


def test_a_path_holds_after_a_change_of_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(driver, "REOPENED_AFTER", 1)
    with taeg.open("graph.db") as graph:
        monkeypatch.chdir(tmp_path / "elsewhere")
        graph.load(ingest.build(accounts.corpus(events=3, sources=2)), "small")
    assert names(tmp_path / "elsewhere") == []
    assert digest(tmp_path / "graph.db")


def consolidate_and_die(path: str) -> None:
    """Record a run and get killed before the log is written into the file."""
    graph = taeg.open(path)
    graph.consolidate("longest", "small")
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("through", ["link.db", "folder/graph.db", "chain.db"])
def test_all_names_of_a_file_are_one_graph(tmp_path: Path, through: str) -> None:
    """Regression: lock and log were beside the link, and acknowledged runs were missing under the real name."""
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link.db").symlink_to("real/graph.db")
    (tmp_path / "chain.db").symlink_to("link.db")
    (tmp_path / "folder").symlink_to("real")
    expected = loaded(real / "graph.db")
    code = f"from {__name__} import consolidate_and_die; consolidate_and_die({str(tmp_path / through)!r})"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == -signal.SIGKILL
    assert "graph.db.wal" in names(real)
    with taeg.open(str(real / "graph.db"), read_only=True) as graph:
        assert [run.id for run in graph.runs("small")] == ["longest"]
    with taeg.open(str(real / "graph.db")), pytest.raises(TaegError, match=f"in use by process {os.getpid()}"):
        taeg.open(str(tmp_path / through))
    assert digest(tmp_path / through) == expected
    assert names(tmp_path) == ["chain.db", "folder", "link.db", "real"]


def test_a_log_beside_a_link_is_not_ignored(tmp_path: Path) -> None:
    """Earlier versions left it there if they were killed."""
    loaded(tmp_path / "graph.db")
    (tmp_path / "link.db").symlink_to("graph.db")
    (tmp_path / "link.db.wal").write_bytes(b"log")
    with pytest.raises(TaegError, match=r"move it to .*/graph\.db\.wal"):
        taeg.open(str(tmp_path / "link.db"), read_only=True)


def test_a_dangling_link_creates_its_target(tmp_path: Path, taeg_command: Taeg) -> None:
    (tmp_path / "link.db").symlink_to("deep/er/graph.db")
    assert "there is no graph" in refused(taeg_command("stats", "--store", tmp_path / "link.db"))
    assert names(tmp_path) == ["link.db"]
    expected = loaded(tmp_path / "link.db")
    assert names(tmp_path / "deep" / "er") == ["graph.db", "graph.db.lock"]
    assert digest(tmp_path / "deep" / "er" / "graph.db") == expected


def test_hard_links_are_read_and_not_written(tmp_path: Path, taeg_command: Taeg) -> None:
    """Each name would have its own lock and log, and compaction would separate them."""
    expected = loaded(tmp_path / "graph.db")
    (tmp_path / "other.db").hardlink_to(tmp_path / "graph.db")
    before = (tmp_path / "graph.db").read_bytes()
    for name in ("graph.db", "other.db"):
        assert digest(tmp_path / name) == expected
        assert "2 names (hard links)" in refused(taeg_command("consolidate", "--store", tmp_path / name))
    assert (tmp_path / "graph.db").read_bytes() == before


@ROOT_ONLY
def test_links_of_other_users_are_not_followed(tmp_path: Path, taeg_command: Taeg) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o1777)
    (shared / "graph.db").symlink_to(tmp_path / "own.db")
    os.chown(shared / "graph.db", NOBODY, NOBODY, follow_symlinks=False)
    assert "another user" in refused(taeg_command("ingest", NIGHT, "--store", shared / "graph.db"))
    assert names(tmp_path) == ["shared"]


# paths that cannot be


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("loop.db", "symbolic links"),
        ("loop.db/graph.db", "symbolic links"),
        ("x" * 300, "too long"),
        ("x" * 250, "too long"),
        (f"{'x' * 300}/graph.db", "too long"),
        ("ä" * 125, "too long"),
        (f"{'d/' * 3_000}graph.db", "too long"),
        (f"{'d/' * 60_000}graph.db", "too long"),
        ("file/graph.db", "Not a directory"),
        ("pipe", "not an ordinary file"),
        ("/dev/null", "not an ordinary file"),
    ],
)
@pytest.mark.parametrize("command", [("stats",), ("ingest", NIGHT), ("doctor",)])
def test_impossible_paths(
    tmp_path: Path,
    taeg_command: Taeg,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    written: str,
    says: str,
) -> None:
    """Regression: a loop of links and a path that is too deep ended in an internal error."""
    (tmp_path / "loop.db").symlink_to("loop.db")
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    before = names(tmp_path)
    outcome = taeg_command(*command, "--store", written)
    if command == ("doctor",):
        assert outcome.code == 1
        assert says in outcome.out
    else:
        assert says in refused(outcome)
    assert names(tmp_path) == before


@pytest.mark.parametrize("path", ["a\0b.db", "\udcff.db"])
def test_paths_that_are_not_text(path: str) -> None:
    with pytest.raises(InputError):
        taeg.open(path)


def test_a_deep_path(tmp_path: Path) -> None:
    """Regression: 1,000 folders that did not exist ended in an internal error."""
    path = tmp_path / ("d/" * 1_500) / "graph.db"
    expected = loaded(path)
    assert digest(path) == expected
    shutil.rmtree(path.parent)
    for folder in path.parent.parents:  # pytest would remove them recursively
        if folder == tmp_path:
            break
        folder.rmdir()


# memory


def limited(gigabytes: float) -> None:
    size = int(gigabytes * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.mark.parametrize(("limit", "pool", "code"), [(6.0, "2", 0), (3.0, "0.1", 0), (2.0, "2", 1)])
def test_a_limited_address_space(tmp_path: Path, limit: float, pool: str, code: int) -> None:
    """Regression: the engine reserves 8 TB of addresses unless it is told otherwise."""
    environment = {**os.environ, "TAEG_POOL": pool, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "taeg", "ingest", "examples/night", "--store", tmp_path / "graph.db"],
        env=environment,
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=lambda: limited(limit),
    )
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.count("\n") == 1
        assert "TAEG_POOL" in done.stderr
        assert "ulimit -v" in done.stderr
