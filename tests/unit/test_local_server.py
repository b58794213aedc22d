"""The local server with stand-ins for Java and Maven; a real one is in tests/integration/test_local_server.py."""

import dataclasses
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from taeg.base.errors import InputError, TaegError
from taeg.base.progress import SILENT, Progress
from taeg.store.neo4j import local_server
from taeg.store.neo4j.lines import DEFAULT, LINES, NEWEST, Line
from taeg.store.neo4j.local_server import configuration, homedir, installation, login, process
from taeg.store.neo4j.local_server.homedir import State

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the local server is for Linux and macOS")

STATE = State(pid=0, create_time=0.0, bolt_port=7001, http_port=7002, version="5.26.30", gds=False, line="5")


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def install_java(version: str, folder: Path, then: str = "") -> Path:
    return script(folder / "java", f'[ "$1" = -version ] && echo \'openjdk version "{version}"\' >&2 && exit\n{then}')


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A TAEG_HOME, and a PATH with only what a test puts into bin/."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(installation, "JAVA_FOLDERS", ((str(tmp_path / "jvm"), "*/bin"),))
    return tmp_path


@pytest.fixture
def jars(house: Path) -> Path:
    """The same with the jars of all lines in the cache."""
    for line in LINES.values():
        (installation.jars_folder(line, gds=False) / "lib").mkdir(parents=True)
    return house


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("gds", [False, True])
def test_the_configuration_names_loopback_only(line: Line, gds: bool) -> None:
    text = configuration.conf(line, 7001, 7002, gds=gds)
    settings = dict(row.split("=", 1) for row in text.splitlines() if not row.startswith("#"))
    addresses = {name: value for name, value in settings.items() if name.endswith("_address")}
    assert {value.split(":")[0] for value in addresses.values()} == {"127.0.0.1"}
    assert settings["server.bolt.listen_address"] == "127.0.0.1:7001"
    assert settings["server.http.listen_address"] == "127.0.0.1:7002"
    off = ["server.https.enabled", "dbms.usage_report.enabled", "client.allow_telemetry"]
    if line is NEWEST:
        off += ["server.fleet_discovery.enabled", "dbms.fleet_manager.enabled", "server.http.x_forward.enabled"]
    assert {settings[name] for name in off} == {"false"}
    assert ("server.directories.plugins" in settings) is gds


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("gds", [False, True])
def test_a_pom_names_the_versions_of_its_line_and_no_repository(line: Line, gds: bool) -> None:
    text = installation.pom(line, gds=gds)
    versions = dict(re.findall(r"<(\w+)\.version>(.+?)</", text))
    assert versions == {"neo4j": line.neo4j, "browser": line.browser} | ({"gds": line.gds} if gds else {})
    assert set(re.findall(r"\w+://[^\"<]+", text)) == {"http://maven.apache.org/POM/4.0.0"}


def test_wanted_ports_are_used_if_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy, socket.create_server(("127.0.0.1", 0)) as freed:
        taken, free = busy.getsockname()[1], freed.getsockname()[1]
        freed.close()
        bolt, http = configuration.choose_ports([99999, -1, taken, free], [taken, free])
    assert bolt == free
    assert http not in {taken, free, 0}


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(InputError, match="contains other files"):
        local_server.start(tmp_path)
    with pytest.raises(TaegError, match="choose another folder"):
        local_server.start(tmp_path / "thesis.txt")
    assert local_server.status(tmp_path) is None
    assert local_server.stop(tmp_path) is False
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', json.dumps(dataclasses.asdict(STATE) | {"line": "3"})])
def test_a_damaged_state_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / homedir.STATE).write_text(text)
    assert homedir.read_state(tmp_path) is None


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield child
    child.kill()
    child.wait()


def test_a_process_is_the_server_while_it_lives(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    began = psutil.Process(sleeper.pid).create_time()
    state = dataclasses.replace(STATE, pid=sleeper.pid, create_time=began)
    found = process.find(tmp_path, state)
    assert found is not None
    assert found.pid == sleeper.pid
    assert process.find(tmp_path, dataclasses.replace(state, create_time=began - 60)) is None, "the pid was reused"
    sleeper.kill()
    os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)
    assert process.find(tmp_path, state) is None, "a zombie"


def test_a_server_without_state_is_found_by_its_home(tmp_path: Path) -> None:
    words = [DEFAULT.main_class, configuration.home_argument(tmp_path)]
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", *words]) as orphan:
        found, other = process.find(tmp_path, STATE), process.find(tmp_path / "other", STATE)
        orphan.kill()
    assert found is not None
    assert found.pid == orphan.pid
    assert other is None


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ("", "its log is empty"),
        ("a\n\nError: Could not find or load main class X\n", "Error: Could not find or load main class X"),
        ("2026-01-01 00:00:00.000+0000 ERROR Failed to start.\n... INFO  Stopped.", "Failed to start"),
        ("ERROR x\nCaused by: a.B: one\n\tat y\nCaused by: c.D: two\n\tat z\nStopped.", "c.D: two"),
    ],
)
def test_the_cause_is_taken_from_a_log(log: str, line: str) -> None:
    assert process.cause(log) == line


@pytest.mark.parametrize(
    ("shown", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('java version "1.8.0_401"', 8),
        ('openjdk version "22-ea" 2024-03-19', 22),
        ("Unable to locate a Java Runtime.", 0),
    ],
)
def test_java_versions(tmp_path: Path, shown: str, version: int) -> None:
    assert installation.java_version(script(tmp_path / "java", f"echo '{shown}' >&2")) == version


def test_a_fitting_java_is_preferred(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No Java 17 or newer was found: install Java 17 or 21" in local_server.unavailable_reason()
    newer = install_java("26.0.1", house / "26" / "bin")
    monkeypatch.setenv("JAVA_HOME", str(house / "26"))
    install_java("11.0.2", house / "bin")
    assert installation.find_java(DEFAULT) == newer
    installed = install_java("17.0.2", house / "bin")
    assert (installation.find_java(DEFAULT), installation.find_java(NEWEST)) == (installed, newer)
    assert "Maven" in local_server.unavailable_reason()
    script(house / "bin" / "mvn", "exit 0")
    assert local_server.unavailable_reason() == ""


class Steps(Progress):
    """Collects the steps and the bytes of downloads."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.bytes: list[int] = []

    def stage(self, name: str, total: int = 0) -> None:
        self.said.append(name)

    def advance(self, rows: int = 1) -> None:
        self.bytes.append(rows)


def test_a_download_reports_its_bytes(house: Path) -> None:
    lines = ["b.pom (7.5 kB at 311 kB/s)", "c.jar (12 MB at 1.2 MB/s)", "d.jar (640 B at 2 kB/s)"]
    said = "; ".join(f"echo '[INFO] Downloaded from central: https://host/a/{line}'" for line in lines)
    script(house / "bin" / "mvn", f"{said}; /bin/mkdir lib && : > lib/neo4j-5.jar")
    steps = Steps()
    installation.download_jars(DEFAULT, gds=False, progress=steps)
    assert steps.said == [f"Downloading Neo4j {DEFAULT.neo4j} with Maven (once)"]
    assert steps.bytes == [7_500, 12_000_000, 640]


def test_a_download_that_takes_too_long_is_ended(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit ends the script and its child, which holds the other end of the pipe."""
    monkeypatch.setattr(installation, "_LIMIT_SECONDS", 0.2)
    script(house / "bin" / "mvn", "/bin/sleep 60; echo")
    with pytest.raises(TaegError, match="did not finish downloading"):
        installation.download_jars(DEFAULT, gds=False, progress=SILENT)


def test_jars_are_downloaded_once(house: Path) -> None:
    target = installation.jars_folder(DEFAULT, gds=False)
    target.with_name(target.name + ".partial-old").mkdir(parents=True)
    script(house / "bin" / "mvn", f'echo x >> "{house}/calls"; /bin/mkdir lib && : > lib/neo4j-5.jar')
    for _ in range(2):
        assert installation.download_jars(DEFAULT, gds=False, progress=SILENT) == target
    assert (house / "calls").read_text() == "x\n"
    assert sorted(path.name for path in target.parent.iterdir()) == sorted([target.name, "neo4j.lock"])


def test_a_failed_download_is_explained(house: Path) -> None:
    fault = "Failed to execute goal: Could not transfer a:b from (https://me:pw@host/x): refused -> [Help 1]"
    said = "; ".join(f"echo '{line}'" for line in (f"[ERROR] {fault}", "[ERROR] Re-run Maven using -X", "[INFO] end"))
    script(house / "bin" / "mvn", f"{said}; exit 1")
    with pytest.raises(TaegError, match=r"Could not transfer a:b from \(https://host/x\): refused\)"):
        installation.download_jars(DEFAULT, gds=False, progress=SILENT)
    assert [path.name for path in installation.jars_folder(DEFAULT, gds=False).parent.iterdir()] == ["neo4j.lock"]


def test_a_server_that_ends_at_once_is_one_line(jars: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "of another server")
    install_java("21", jars / "bin", f'/usr/bin/env > "{jars}/environment"; echo "Error: no main class" >&2; exit 1')
    with pytest.raises(TaegError, match=r"ended at its start \(Error: no main class\): its log is") as caught:
        local_server.start()
    assert homedir.read_password(local_server.default_home()) not in str(caught.value)
    assert local_server.status() is None
    assert "of another server" not in (jars / "environment").read_text()


def test_ports_in_use_are_replaced(jars: Path) -> None:
    shown = f'/bin/cat "{jars}/neo4j/conf/neo4j.conf" >> "{jars}/seen"'
    install_java("21", jars / "bin", f'{shown}; echo "Address already in use"; exit 1')
    with pytest.raises(TaegError, match="already in use"):
        local_server.start()
    ports = re.findall(r"bolt\.listen_address=127\.0\.0\.1:(\d+)", (jars / "seen").read_text())
    assert len(ports) == 3
    assert str(configuration.BOLT_PORT) not in ports[1:]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), TaegError("refused"), login.NotReadyError("did not answer")])
def test_a_failed_start_leaves_no_process(jars: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    install_java("21", jars / "bin", "exec /bin/sleep 60")
    begun: list[psutil.Process] = []

    def wait(server: psutil.Process, *_: object) -> None:
        begun.append(server)
        raise fault

    monkeypatch.setattr(login, "wait", wait)
    with pytest.raises((KeyboardInterrupt, TaegError)):
        local_server.start()
    assert [process.is_alive(server) for server in begun] == [False]
    assert local_server.status() is None


def test_a_running_server_is_not_replaced_by_another_kind(jars: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_java("21", jars / "bin", "exec /bin/sleep 60")
    monkeypatch.setattr(login, "wait", lambda *_: None)
    steps = Steps()
    try:
        first = local_server.start(progress=steps)
        assert first.version == DEFAULT.neo4j
        assert local_server.start() == first == local_server.status()
        for options in ({"gds": True}, {"line": "2026"}):
            with pytest.raises(TaegError, match="stop it first"):
                local_server.start(**options)  # type: ignore[arg-type]
        assert local_server.stop() is True
        assert local_server.start(line="2026", progress=steps).version == NEWEST.neo4j
        assert "the older line cannot read it again" in steps.said[1]
        assert local_server.stop() is True
        with pytest.raises(TaegError, match="cannot read it: start it without --line"):
            local_server.start(line="5")
        assert local_server.start().version == NEWEST.neo4j
    finally:
        local_server.stop()
    with pytest.raises(InputError, match=r"'4'; known are 5, 2026"):
        local_server.start(line="4")
