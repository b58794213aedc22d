"""Starts of the local server with stand-ins for Java and Maven: what is found, downloaded, refused and left behind."""

import os
import re
from pathlib import Path

import psutil
import pytest

from taeg.base.errors import TaegError
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.local_server import artefacts, configuration, homedir, java, login, process
from taeg.store.neo4j.local_server.homedir import State
from taeg.store.neo4j.local_server.lines import DEFAULT, LINES, NEWEST

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the local server is for Linux and macOS")


def silent(_: str) -> None:
    pass


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
    monkeypatch.setattr(java, "INSTALLED", ((str(tmp_path / "jvm"), "*/bin"),))
    return tmp_path


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


def java_of(version: str, place: Path) -> Path:
    return script(place / "java", f"echo 'openjdk version \"{version}\"' >&2")


def test_a_java_of_the_right_version_is_preferred(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert java.find(DEFAULT) is None
    assert "No Java 17 or newer was found: install Java 17 or 21" in localserver.unavailable_reason()
    first = java_of("26.0.1", house / "26" / "bin")
    monkeypatch.setenv("JAVA_HOME", str(house / "26"))
    java_of("11.0.2", house / "bin")
    assert java.find(DEFAULT) == first
    java_of("21.0.2", house / "bin")
    assert java.find(DEFAULT) == java.find(NEWEST) == house / "bin" / "java"
    assert "Maven" in localserver.unavailable_reason()
    script(house / "bin" / "mvn", "exit 0")
    assert localserver.unavailable_reason() == ""


def test_each_line_finds_a_java_that_fits_beside_the_one_on_path(house: Path) -> None:
    old = java_of("17.0.2", house / "bin")
    assert java.find(DEFAULT) == old
    assert java.find(NEWEST) is None
    assert "No Java 21 or newer was found: install Java 21 or 25" in localserver.unavailable_reason("2026")
    with pytest.raises(TaegError, match="No Java 21 or newer"):
        localserver.start(line="2026")
    new = java_of("25.0.1", house / "jvm" / "other-25" / "bin")
    assert java.find(DEFAULT) == old
    assert java.find(NEWEST) == new


# --- Maven


def test_jars_are_downloaded_once_and_whole(house: Path) -> None:
    target = artefacts.folder(DEFAULT, gds=False)
    left = target.with_name(target.name + ".partial-old")
    left.mkdir(parents=True)
    script(house / "bin" / "mvn", f'echo x >> "{house}/calls"; /bin/mkdir lib && : > lib/neo4j-5.jar')
    said: list[str] = []
    assert artefacts.resolve(DEFAULT, gds=False, progress=said.append) == target
    assert artefacts.resolve(DEFAULT, gds=False, progress=said.append) == target
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
        artefacts.resolve(DEFAULT, gds=False, progress=silent)
    assert "Could not transfer artifact a:b from (https://host/x): refused)" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [path.name for path in artefacts.folder(DEFAULT, gds=False).parent.iterdir()] == ["neo4j.lock"]


# --- starts that fail


@pytest.fixture
def jars(house: Path) -> Path:
    for line in LINES.values():
        (artefacts.folder(line, gds=False) / "lib").mkdir(parents=True)
    return house


def fake_java(house: Path, then: str) -> None:
    script(house / "bin" / "java", f'[ "$1" = -version ] && echo \'openjdk version "21"\' >&2 && exit\n{then}')


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


def test_a_home_goes_on_to_a_newer_line_and_not_back(jars: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_java(jars, "exec /bin/sleep 60")
    monkeypatch.setattr(login, "wait", lambda *_: None)
    said: list[str] = []
    try:
        assert localserver.start(progress=said.append).version == DEFAULT.neo4j
        with pytest.raises(TaegError, match=f"Neo4j {DEFAULT.neo4j} runs here: stop it first, then start 2026"):
            localserver.start(line="2026")
        assert localserver.stop() is True
        assert localserver.start(line="2026", progress=said.append).version == NEWEST.neo4j
        assert said == [
            f"Starting Neo4j {DEFAULT.neo4j}",
            f"The graph of Neo4j {DEFAULT.neo4j} becomes one of {NEWEST.neo4j}: the older line cannot read it again",
            f"Starting Neo4j {NEWEST.neo4j}",
        ]
        assert localserver.stop() is True
        with pytest.raises(TaegError, match="cannot read it: start it without --line") as caught:
            localserver.start(line="5")
        assert "\n" not in str(caught.value)
        assert localserver.start().version == NEWEST.neo4j
        assert localserver.start(line="2026") == localserver.status()
    finally:
        localserver.stop()
