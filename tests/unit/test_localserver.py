"""The local server without a server: lines, texts, ports, homes and processes."""

import dataclasses
import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from taeg.base.errors import InputError, TaegError
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.local_server import artefacts, configuration, homedir, process
from taeg.store.neo4j.local_server.homedir import State
from taeg.store.neo4j.local_server.lines import DEFAULT, LINES, NEWEST, Line, is_older

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the local server is for Linux and macOS")

STATE = State(pid=0, create_time=0.0, bolt_port=7001, http_port=7002, version="5.26.30", gds=False, line="5")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- values and texts


def test_the_password_is_in_no_repr() -> None:
    server = localserver.Server("bolt://127.0.0.1:1", "http://127.0.0.1:2/browser/", "neo4j", "s3cret", "5", 1, Path())
    assert "s3cret" not in repr(server)
    assert server.password == "s3cret"


def test_the_default_home_follows_taeg_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    assert localserver.default_home() == tmp_path / "neo4j"
    monkeypatch.setenv("TAEG_HOME", "")
    assert localserver.default_home().parts[-2:] == ("taeg", "neo4j")


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("gds", [False, True])
def test_the_configuration_names_loopback_only(line: Line, gds: bool) -> None:
    text = configuration.conf(line, 7001, 7002, gds=gds)
    settings = dict(row.split("=", 1) for row in text.splitlines() if not row.startswith("#"))
    addresses = {name: value for name, value in settings.items() if name.endswith("_address")}
    assert len(addresses) == 6
    assert {value.split(":")[0] for value in addresses.values()} == {"127.0.0.1"}
    assert settings["server.bolt.listen_address"] == "127.0.0.1:7001"
    assert settings["server.http.listen_address"] == "127.0.0.1:7002"
    assert settings["server.https.enabled"] == "false"
    assert settings["dbms.usage_report.enabled"] == settings["client.allow_telemetry"] == "false"
    assert ("server.directories.plugins" in settings) is gds


def test_the_poms_name_the_versions_of_their_line_and_no_host() -> None:
    for line in LINES.values():
        for gds in (False, True):
            text = artefacts.pom(line, gds=gds)
            versions = dict(re.findall(r"<(\w+)\.version>(.+?)</", text))
            assert versions == {"neo4j": line.neo4j, "browser": line.browser} | ({"gds": line.gds} if gds else {})
            assert "@" not in text
            assert set(re.findall(r"\w+://[^\"<]+", text)) == {"http://maven.apache.org/POM/4.0.0"}  # a pom's namespace


def test_every_line_has_jars_of_its_own() -> None:
    folders = [artefacts.folder(line, gds=gds) for line in LINES.values() for gds in (False, True)]
    assert len(set(folders)) == 2 * len(LINES)


def test_the_lines_are_told_apart() -> None:
    assert [line.neo4j.split(".")[0] for line in LINES.values()] == list(LINES) == ["5", "2026"]
    assert DEFAULT.neo4j.startswith("5.26.")
    assert is_older(DEFAULT, NEWEST)
    assert not is_older(NEWEST, DEFAULT)
    assert not is_older(NEWEST, NEWEST)
    with pytest.raises(InputError, match=r"'4'; known are 5, 2026"):
        localserver.unavailable_reason("4")


def test_the_current_line_speaks_to_nobody_around() -> None:
    rows = configuration.conf(NEWEST, 7001, 7002, gds=False).splitlines()
    for name in ("server.fleet_discovery.enabled", "dbms.fleet_manager.enabled", "server.http.x_forward.enabled"):
        assert f"{name}=false" in rows
        # the older line would not start with a setting that it does not know
        assert name not in configuration.conf(DEFAULT, 7001, 7002, gds=False)


# --- ports


def test_wanted_ports_are_taken_when_free_and_others_when_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy, socket.create_server(("127.0.0.1", 0)) as soon_free:
        taken, free = busy.getsockname()[1], soon_free.getsockname()[1]
        soon_free.close()
        bolt, http = configuration.choose_ports([taken, free], [taken])
    assert bolt == free
    assert http not in {taken, free, 0}


def test_ports_are_waited_for_that_are_on_their_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([True, False, True, False, False])
    monkeypatch.setattr(configuration, "_answers", lambda _: next(answers))
    configuration.wait_for_ports(7001, 7002)
    assert list(answers) == [], "until nobody answers on either"
    monkeypatch.setattr(configuration, "_answers", lambda _: True)
    monkeypatch.setattr(configuration, "LETTING_GO", 0.0)
    configuration.wait_for_ports(7001)


def test_the_two_ports_differ() -> None:
    with socket.create_server(("127.0.0.1", 0)) as soon_free:
        free = soon_free.getsockname()[1]
    bolt, http = configuration.choose_ports([free], [free])
    assert bolt == free
    assert http != free


def test_a_damaged_port_is_passed_over() -> None:
    bolt, http = configuration.choose_ports([99999, -1], [])
    assert 0 < bolt < 65536
    assert 0 < http < 65536


# --- the home


def test_a_home_is_private_and_so_are_its_files(tmp_path: Path) -> None:
    home = tmp_path / "a" / "home"
    before = os.umask(0)
    try:
        homedir.prepare(home)
        with homedir.held(home, lambda: None):
            word = homedir.password(home)
            homedir.write_state(home, STATE)
    finally:
        os.umask(before)
    assert mode(home) == 0o700
    assert {path.name: mode(path) for path in home.iterdir()} == {
        "password": 0o600,
        "taeg.json": 0o600,
        "taeg.lock": 0o600,
    }
    assert len(word) >= 24
    assert homedir.password(home) == word
    homedir.prepare(home)


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(InputError, match="holds other files"):
        localserver.start(tmp_path)
    assert mode(tmp_path) == 0o755
    assert localserver.status(tmp_path) is None
    assert localserver.stop(tmp_path) is False
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_in_place_of_a_home_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TaegError, match="name another folder"):
        localserver.start(tmp_path / "file")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', json.dumps(dataclasses.asdict(STATE) | {"pid": "x"})])
def test_a_damaged_state_is_no_state(tmp_path: Path, text: str) -> None:
    (tmp_path / homedir.STATE).write_text(text)
    assert homedir.read_state(tmp_path) is None


def test_a_state_from_before_there_were_lines_is_of_the_first(tmp_path: Path) -> None:
    old = {name: value for name, value in dataclasses.asdict(STATE).items() if name != "line"}
    (tmp_path / homedir.STATE).write_text(json.dumps(old))
    assert homedir.read_state(tmp_path) == STATE
    (tmp_path / homedir.STATE).write_text(json.dumps(old | {"line": "3000"}))
    assert homedir.read_state(tmp_path) is None


def test_a_state_is_read_back(tmp_path: Path) -> None:
    homedir.write_state(tmp_path, STATE)
    assert homedir.read_state(tmp_path) == STATE


def test_a_lock_keeps_the_second_waiting_until_its_holder_dies(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True)"
    code += "; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        waited: list[bool] = []

        def waiting() -> None:
            waited.append(True)
            holder.kill()

        with homedir.lock(path, waiting):
            assert waited == [True]


# --- processes


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield child
    child.kill()
    child.wait()


def test_the_process_of_the_state_is_found(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    began = psutil.Process(sleeper.pid).create_time()
    found = process.find(tmp_path, dataclasses.replace(STATE, pid=sleeper.pid, create_time=began))
    assert found is not None
    assert found.pid == sleeper.pid


def test_a_reused_pid_is_not_the_server(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    began = psutil.Process(sleeper.pid).create_time()
    homedir.prepare(tmp_path)
    with homedir.held(tmp_path, lambda: None):
        homedir.write_state(tmp_path, dataclasses.replace(STATE, pid=sleeper.pid, create_time=began - 60))
    assert localserver.status(tmp_path) is None
    assert localserver.stop(tmp_path) is False
    assert sleeper.poll() is None


def test_a_dead_or_unreaped_pid_is_not_the_server(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    state = dataclasses.replace(STATE, pid=sleeper.pid, create_time=psutil.Process(sleeper.pid).create_time())
    sleeper.kill()
    os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)  # ended, and still in the process table
    assert process.find(tmp_path, state) is None
    sleeper.wait()
    assert process.find(tmp_path, state) is None


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_server_no_state_knows_is_found_by_its_home(tmp_path: Path, line: Line) -> None:
    words = [line.main_class, configuration.home_argument(tmp_path)]
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", *words]) as orphan:
        found = process.find(tmp_path, STATE)
        assert process.find(tmp_path / "other", STATE) is None
        orphan.kill()
    assert found is not None
    assert found.pid == orphan.pid


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ("", "its log is empty"),
        ("a\n\nError: Could not find or load main class X\n", "Error: Could not find or load main class X"),
        ("2026-01-01 00:00:00.000+0000 ERROR Failed to start.\n... INFO  Stopped.", "Failed to start"),
        ("ERROR x\nCaused by: a.B: one\n\tat y\nCaused by: c.D: two\n\tat z\nStopped.", "c.D: two"),
    ],
)
def test_the_most_telling_line_of_a_log(log: str, line: str) -> None:
    assert process.telling_line(log) == line
