"""The Neo4j password is in no output, traceback, log, process list, child process or readable file."""

import ast
import logging
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import neo4j
import pytest

from taeg.base.child_env import environment
from taeg.base.errors import TaegError
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.local_server import configuration, homedir, login, process
from tests.conftest import ROOT
from tests.security.users import NOBODY, ROOT_ONLY
from tests.security.watching import Seen

SECRET = "s3cret-nobody-may-see"
COMMANDS = (("stats",), ("doctor",), ("ingest", "gospels"), ("neo4j", "browser", "--json"), ("stats", "--bad"))
FAILING = """
import sys, neo4j
def fail(*_, **__):
    raise RuntimeError("unexpected")
neo4j.GraphDatabase.driver = fail
sys.argv = ["taeg", "stats", "--store", "bolt://127.0.0.1:1"]
from taeg.cli import main
main()
"""
STARTS = re.compile(r"subprocess\.\w+|os\.(system|popen|exec\w+|spawn\w+|posix_\w+)")


def output_of(command: list[str], folder: Path, **environment: str) -> str:
    """The output of a command."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J", "TAEG"))}
    surroundings |= {"NEO4J_PASSWORD": SECRET, "TAEG_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=surroundings | environment, capture_output=True, cwd=folder, check=False)
    return (done.stdout + done.stderr).decode(errors="replace")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_prints_it(words: tuple[str, ...], tmp_path: Path) -> None:
    python = [sys.executable, "-X", "dev", "-W", "ignore", "-m", "taeg"]
    seen = output_of([*python, *words], tmp_path, NEO4J_URI="bolt://127.0.0.1:1", TAEG_STORE="neo4j", TAEG_DEBUG="1")
    assert seen
    assert SECRET not in seen
    assert [p for p in tmp_path.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()] == []


@pytest.mark.parametrize("debug", ["", "1"])
def test_no_traceback_contains_it(debug: str, tmp_path: Path) -> None:
    seen = output_of([sys.executable, "-X", "dev", "-c", FAILING], tmp_path, TAEG_DEBUG=debug)
    assert "unexpected" in seen
    assert ("Traceback" in seen) == bool(debug)
    assert SECRET not in seen


@pytest.mark.parametrize("password", [SECRET, f"{SECRET}\udcff", f"{SECRET}\x00", f"{SECRET}\n", SECRET * 1000])
def test_no_error_contains_it(
    password: str, neo4j_server: localserver.Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the error, nor its causes, nor the driver's debug log.

    With another user than other tests: Neo4j locks a user out after wrong passwords.
    """
    with caplog.at_level(logging.DEBUG), pytest.raises(TaegError) as caught:
        Neo4jStore.connect(neo4j_server.bolt_uri, "somebody", password)
    error: BaseException | None = caught.value
    while error is not None:
        assert SECRET not in str(error)
        error = error.__cause__
    assert SECRET not in caplog.text


def test_the_log_of_the_driver_does_not_contain_it(
    neo4j_server: localserver.Server, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), Neo4jStore.connect(neo4j_server.bolt_uri, "neo4j", neo4j_server.password):
        pass
    assert caplog.text
    assert neo4j_server.password not in caplog.text
    assert neo4j_server.password not in repr(neo4j_server)


def test_a_new_server_never_has_the_default_password(neo4j_server: localserver.Server) -> None:
    """Regression: it started with neo4j/neo4j, with which any user could log in until it was changed."""
    kept = (neo4j_server.home / "data" / "dbms" / "auth.ini").read_text()
    assert re.fullmatch(r"neo4j:SHA-256,[0-9a-f]{64},[0-9a-f]{64},1024:\n", kept)
    known = neo4j.GraphDatabase.driver(neo4j_server.bolt_uri, auth=("neo4j", "neo4j"))
    with known as driver, pytest.raises(neo4j.exceptions.AuthError):
        driver.verify_connectivity()


def test_the_password_file_of_a_new_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homedir.prepare(tmp_path / "home")
    login.seed(tmp_path / "home")
    kept = tmp_path / "home" / "data" / "dbms" / "auth.ini"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert homedir.read_password(tmp_path / "home") not in kept.read_text()
    first = kept.read_text()
    (tmp_path / "home" / "data" / "databases").mkdir()
    login.seed(tmp_path / "home")
    assert kept.read_text() == first, "a server with data has its password already"


def test_no_process_list_contains_it(first_start: tuple[localserver.Server, Seen]) -> None:
    """During the first start of a server, when it gets its password."""
    server, seen = first_start
    # more than one where the server's process forks: until the child executes its program it looks like its parent
    servers = [words for words in seen.values() if configuration.home_argument(server.home) in words]
    assert any("C.UTF-8" in words for words in servers), "its environment was seen, too"
    assert not [pid for pid, words in seen.items() if any(server.password in word for word in words)]


def test_child_processes_do_not_inherit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: Maven and its plugins inherited NEO4J_PASSWORD. Every call that starts a process has an `env`.

    That the server itself gets no password is in tests/unit/test_local_server.py.
    """
    for name in ("NEO4J_PASSWORD", "NEO4J_AUTH", "TAEG_STORE"):
        monkeypatch.setenv(name, SECRET)
    assert SECRET not in environment().values()
    assert environment()["PATH"] == os.environ["PATH"]
    found = []
    for path in (path for room in ("cypher", "ingest", "taeg", "eval") for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "from subprocess import" not in text, f"{path}: its calls would not be found"
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and STARTS.fullmatch(ast.unparse(call.func)):
                found.append((path.name, "environment()" in text, "env" in {k.arg for k in call.keywords}))
    assert len(found) >= 3
    assert [call for call in found if not all(call)] == []


@ROOT_ONLY
def test_a_process_of_another_user_is_not_the_server(tmp_path: Path) -> None:
    """Regression: a process with a matching command line would have received the password."""
    home = tmp_path / "home"
    script = f"import os, time; os.setuid({NOBODY}); print('ready', flush=True); time.sleep(600)"
    words = ["org.neo4j.server.CommunityEntryPoint", f"--home-dir={home}"]
    with subprocess.Popen([sys.executable, "-c", script, *words], stdout=subprocess.PIPE) as impostor:
        try:
            assert impostor.stdout
            assert impostor.stdout.readline() == b"ready\n"
            assert process.find(home, None) is None
        finally:
            impostor.kill()
