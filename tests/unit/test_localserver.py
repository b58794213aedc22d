"""The local server without a server: files, ports, texts, and starts with stand-ins for Java and Maven."""

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

from taeg import localserver
from taeg.errors import InputError, TaegError
from taeg.localserver import artefacts, configuration, homedir, java, login, process
from taeg.localserver.homedir import State

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the local server is for Linux and macOS")

STATE = State(pid=0, create_time=0.0, bolt_port=7001, http_port=7002, version="5.26.30", gds=False)


def silent(_: str) -> None:
    pass


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A TAEG_HOME of its own and a PATH with nothing but what a test puts into bin/ and the plain tools."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


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


@pytest.mark.parametrize("gds", [False, True])
def test_the_configuration_names_loopback_only(gds: bool) -> None:
    settings = dict(
        line.split("=", 1) for line in configuration.conf(7001, 7002, gds=gds).splitlines() if not line.startswith("#")
    )
    addresses = {name: value for name, value in settings.items() if name.endswith("_address")}
    assert len(addresses) == 6
    assert {value.split(":")[0] for value in addresses.values()} == {"127.0.0.1"}
    assert settings["server.bolt.listen_address"] == "127.0.0.1:7001"
    assert settings["server.http.listen_address"] == "127.0.0.1:7002"
    assert settings["server.https.enabled"] == "false"
    assert settings["dbms.usage_report.enabled"] == settings["client.allow_telemetry"] == "false"
    assert ("server.directories.plugins" in settings) is gds


def test_the_poms_agree_and_name_no_host() -> None:
    for name in ("neo4j", "browser"):
        assert artefacts.version(name) == artefacts.version(name, gds=True)
    assert artefacts.version("neo4j").startswith("5.26.")
    assert artefacts.folder(gds=False) != artefacts.folder(gds=True)
    for gds in (False, True):
        addresses = re.findall(r"\w+://[^\"<]+", artefacts.pom(gds=gds))
        assert set(addresses) == {"http://maven.apache.org/POM/4.0.0"}  # the namespace of a pom


# --- ports


def test_wanted_ports_are_taken_when_free_and_others_when_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy, socket.create_server(("127.0.0.1", 0)) as soon_free:
        taken, free = busy.getsockname()[1], soon_free.getsockname()[1]
        soon_free.close()
        bolt, http = configuration.choose_ports([taken, free], [taken])
    assert bolt == free
    assert http not in {taken, free, 0}


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


def test_a_server_no_state_knows_is_found_by_its_home(tmp_path: Path) -> None:
    words = [configuration.MAIN_CLASS, configuration.home_argument(tmp_path)]
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


# --- Java


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('java version "1.8.0_401"', 8),
        ('openjdk version "25" 2025-09-16 LTS', 25),
        ('openjdk version "22-ea" 2024-03-19', 22),
        ('IMPLEMENTOR="x"\nJAVA_RUNTIME_VERSION="9"\nJAVA_VERSION="21.0.2"\n', 21),
        ("The operation couldn't be completed. Unable to locate a Java Runtime.", 0),
        ("", 0),
    ],
)
def test_java_versions_are_read(text: str, version: int) -> None:
    assert java.parse_version(text) == version


def test_a_java_of_the_right_version_is_preferred(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(number: str) -> str:
        return f"echo 'openjdk version \"{number}\"' >&2"

    assert java.find() is None
    assert "Java 17" in localserver.unavailable_reason()
    first = script(house / "25" / "bin" / "java", version("25.0.1"))
    monkeypatch.setenv("JAVA_HOME", str(house / "25"))
    script(house / "bin" / "java", version("11.0.2"))
    assert java.find() == first
    script(house / "bin" / "java", version("21.0.2"))
    assert java.find() == house / "bin" / "java"
    assert "Maven" in localserver.unavailable_reason()
    script(house / "bin" / "mvn", "exit 0")
    assert localserver.unavailable_reason() == ""


# --- Maven


def test_jars_are_downloaded_once_and_whole(house: Path) -> None:
    target = artefacts.folder(gds=False)
    left = target.with_name(target.name + ".partial-old")
    left.mkdir(parents=True)
    script(house / "bin" / "mvn", f'echo x >> "{house}/calls"; /bin/mkdir lib && : > lib/neo4j-5.jar')
    said: list[str] = []
    assert artefacts.resolve(gds=False, progress=said.append) == target
    assert artefacts.resolve(gds=False, progress=said.append) == target
    assert (house / "calls").read_text() == "x\n"
    assert len(said) == 1
    assert (target / "lib" / "neo4j-5.jar").exists()
    assert sorted(path.name for path in target.parent.iterdir()) == sorted([target.name, "neo4j.lock"])


def test_a_failed_download_says_why_and_leaves_nothing(house: Path) -> None:
    output = r"""cat <<'END'
[INFO] x
[ERROR] Failed to execute goal: Could not transfer artifact a:b from (https://me:pw@host/x): refused -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] somewhere
END
exit 1"""
    script(house / "bin" / "mvn", output.replace("cat", "/bin/cat"))
    with pytest.raises(TaegError) as caught:
        artefacts.resolve(gds=False, progress=silent)
    assert "Could not transfer artifact a:b from (https://host/x): refused)" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [path.name for path in artefacts.folder(gds=False).parent.iterdir()] == ["neo4j.lock"]


# --- starts that fail


@pytest.fixture
def jars(house: Path) -> Path:
    (artefacts.folder(gds=False) / "lib").mkdir(parents=True)
    return house


def fake_java(house: Path, then: str) -> None:
    script(house / "bin" / "java", f'[ "$1" = -version ] && echo \'openjdk version "17"\' >&2 && exit\n{then}')


def test_a_server_that_ends_at_once_is_one_sentence(jars: Path) -> None:
    fake_java(jars, "echo 'Error: Could not find or load main class' >&2; exit 1")
    with pytest.raises(TaegError) as caught:
        localserver.start()
    home = localserver.default_home()
    word = homedir.read_password(home)
    assert "ended at its start (Error: Could not find or load main class): its log is" in str(caught.value)
    assert str(home) in str(caught.value)
    assert word
    assert word not in str(caught.value)
    assert localserver.status() is None


def test_taken_ports_are_tried_again_with_others(jars: Path) -> None:
    fake_java(jars, f'cat "{jars}/neo4j/conf/neo4j.conf" >> "{jars}/seen"; echo "Address already in use"; exit 1')
    script(jars / "bin" / "cat", 'exec /bin/cat "$@"')
    with pytest.raises(TaegError, match="already in use"):
        localserver.start()
    ports = re.findall(r"bolt\.listen_address=127\.0\.0\.1:(\d+)", (jars / "seen").read_text())
    assert len(ports) == 3
    assert str(configuration.BOLT_PORT) not in ports[1:]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), TaegError("refused"), login.NotReadyError("did not answer")])
def test_no_process_is_left_behind(jars: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    fake_java(jars, "exec /bin/sleep 60")
    begun: list[psutil.Process] = []

    def wait(server: psutil.Process, home: Path, state: State) -> None:
        assert homedir.read_state(home) == state
        assert state.pid == server.pid
        begun.append(server)
        raise fault

    monkeypatch.setattr(login, "wait", wait)
    with pytest.raises((KeyboardInterrupt, TaegError)):
        localserver.start()
    assert len(begun) == 1
    assert not process.is_alive(begun[0])
    assert localserver.status() is None


def test_the_settings_of_another_neo4j_do_not_reach_the_server(jars: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "of another one")
    fake_java(jars, f'/usr/bin/env > "{jars}/environment"; exit 1')
    with pytest.raises(TaegError):
        localserver.start()
    assert "of another one" not in (jars / "environment").read_text()


def test_gds_is_not_added_to_a_running_server(jars: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_java(jars, "exec /bin/sleep 60")
    monkeypatch.setattr(login, "wait", lambda *_: None)
    server = localserver.start()
    try:
        assert localserver.start() == server == localserver.status()
        with pytest.raises(TaegError, match="stop it first"):
            localserver.start(gds=True)
    finally:
        assert localserver.stop() is True
    assert localserver.stop() is False
