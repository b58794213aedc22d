"""Permissions of graph files, backups and the local server's home, whatever the umask."""

import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from taeg.base import files
from taeg.base.errors import InputError
from taeg.store.neo4j import local_server
from taeg.store.neo4j.local_server import homedir
from tests.conftest import ROOT
from tests.security.users import NOBODY, ROOT_ONLY

LIFE = (
    ("ingest", "examples/night", "--store", "{work}/deep/graph.db"),
    ("consolidate", "--out", "{out}/narrative.txt", "--store", "{work}/deep/graph.db"),
    ("ingest", "examples/night", "--id", "again", "--store", "{work}/deep/graph.db"),
    ("stats", "--store", "{work}/deep/graph.db"),
    ("backup", "--out", "{work}/backup.jsonl", "--store", "{work}/deep/graph.db"),
    ("restore", "{work}/backup.jsonl", "--store", "{work}/second.db"),
    ("copy", "--corpus", "again", "--to", "{work}/third.db", "--store", "{work}/deep/graph.db"),
    ("delete", "--corpus", "again", "--store", "{work}/deep/graph.db"),
)


class Watch:
    """Records every file below some folders and the most permissive mode that was seen."""

    def __init__(self, *folders: Path) -> None:
        self.modes: dict[Path, int] = {}
        self._folders = folders
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        while not self._over.is_set():
            self.once()
            time.sleep(0.005)

    def once(self) -> None:
        for folder in self._folders:
            for path in folder.rglob("*"):
                try:
                    found = path.lstat().st_mode
                except OSError:
                    continue
                if stat.S_ISREG(found):
                    self.modes[path] = self.modes.get(path, 0) | stat.S_IMODE(found)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.once()


def test_graph_files_are_private(tmp_path: Path) -> None:
    """Also temporary ones such as the engine's log, and under a umask that permits everything."""
    work, out, temporary = (tmp_path / name for name in ("work", "out", "temporary"))
    for folder in (work, out, temporary):
        folder.mkdir()
    environment = os.environ | {"TMPDIR": str(temporary)}
    with Watch(work, temporary) as watch:
        for words in LIFE:
            command = [sys.executable, "-m", "taeg", *(word.format(work=work, out=out) for word in words)]
            done = subprocess.run(
                command, umask=0, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
    assert {work / "deep" / "graph.db", work / "backup.jsonl", work / "deep" / "graph.db.lock"} <= watch.modes.keys()
    assert {path.name: oct(mode) for path, mode in watch.modes.items() if mode & 0o077} == {}
    narrative = out / "narrative.txt"
    assert stat.S_IMODE(narrative.stat().st_mode) == 0o666, "results follow the user's umask"


def test_the_home_of_the_local_server_is_private(neo4j_server: local_server.Server) -> None:
    """It was created under a umask of 0."""
    home = neo4j_server.home
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "password").stat().st_mode) == 0o600
    below = [path for path in home.rglob("*") if not path.is_symlink()]
    assert len(below) > 20
    assert [path for path in below if path.exists() and path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("umask", [0o000, 0o022], ids=oct)
def test_folders_of_executables_are_private(umask: int, tmp_path: Path) -> None:
    """Regression: under a permissive umask every user could write to the cache of Neo4j's jars."""
    before = os.umask(umask)
    try:
        files.private_folder(tmp_path / "a" / "b" / "c")
    finally:
        os.umask(before)
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in made] == [0o700] * 3


@ROOT_ONLY
def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    with pytest.raises(InputError, match="another user"):
        homedir.prepare(home)
    assert list(home.iterdir()) == []
