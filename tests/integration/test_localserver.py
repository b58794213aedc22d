"""A real server through its life, in the order of the tests: each start costs ten seconds or more, so there are three.

The jars come from the shared cache (and are downloaded into it the first time); the home is a temporary one.
"""

import ipaddress
import os
import signal
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from neo4j import Driver, GraphDatabase

from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.local_server import artefacts, homedir
from taeg.store.neo4j.local_server.lines import DEFAULT

REASON = localserver.unavailable_reason()
# On CI a missing Java is a fault of the CI: the first test says so.
pytestmark = pytest.mark.skipif(bool(REASON) and os.environ.get("CI") != "true", reason=REASON)

START = """
import sys
from pathlib import Path
from taeg import localserver
print(localserver.start(Path(sys.argv[1])).pid)
"""


def start_elsewhere(home: Path) -> subprocess.Popen[str]:
    """Start the server from another program."""
    return subprocess.Popen([sys.executable, "-c", START, str(home)], stdout=subprocess.PIPE, text=True)


def connected(server: localserver.Server) -> Driver:
    return GraphDatabase.driver(server.bolt_uri, auth=(server.username, server.password))


def running(home: Path) -> localserver.Server:
    server = localserver.status(home)
    assert server is not None
    return server


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    # With an accent and a space, as people have them.
    home = tmp_path_factory.mktemp("localserver") / "Véra's Neo4j"
    yield home
    localserver.stop(home)


def test_a_killed_start_is_taken_up_by_the_next(home: Path) -> None:
    assert not REASON
    artefacts.resolve(DEFAULT, gds=False, progress=print)
    with start_elsewhere(home) as first:
        until = time.monotonic() + 60
        while (state := homedir.read_state(home)) is None or state.pid == 0:
            assert first.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)
        first.kill()
    assert first.wait() == -signal.SIGKILL
    server = localserver.start(home)
    assert server.pid == state.pid
    assert server.version == DEFAULT.neo4j
    with connected(server) as driver:
        driver.verify_connectivity()
        records, _, _ = driver.execute_query("CALL dbms.components() YIELD versions", database_="neo4j")
        assert records[0]["versions"] == [server.version]


def test_a_running_server_is_found_and_not_started_twice(home: Path) -> None:
    server = running(home)
    assert localserver.start(home) == server
    assert psutil.Process(server.pid).ppid() != os.getpid()


def test_the_server_listens_on_loopback_only(home: Path) -> None:
    server = running(home)
    listening = [
        connection.laddr
        for connection in psutil.Process(server.pid).net_connections(kind="inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    ports = {int(server.bolt_uri.rsplit(":", 1)[1]), int(server.browser_url.split(":")[2].split("/")[0])}
    assert {address.port for address in listening} == ports
    for address in listening:
        ip = ipaddress.ip_address(address.ip)
        assert (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def test_browser_answers(home: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(running(home).browser_url, timeout=30) as answer:
        assert answer.status == 200
        assert b"<title>Neo4j Browser</title>" in answer.read()


def test_the_password_is_where_it_belongs_and_nowhere_else(home: Path) -> None:
    server = running(home)
    seen = psutil.Process(server.pid)
    assert server.password not in " ".join(seen.cmdline())
    assert server.password not in str(seen.environ())
    assert stat.S_IMODE((home / "password").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) > 20
    assert [path.name for path in files if server.password.encode() in path.read_bytes()] == ["password"]
    assert [path for path in files if path.stat().st_mode & 0o077] == []


def test_data_and_ports_outlive_a_stop(home: Path) -> None:
    before = running(home)
    with connected(before) as driver:
        driver.execute_query("CREATE (:Note {text: $text})", text="kept", database_="neo4j")
    assert localserver.stop(home) is True
    assert not psutil.pid_exists(before.pid) or psutil.Process(before.pid).status() == psutil.STATUS_ZOMBIE
    assert localserver.status(home) is None
    assert localserver.stop(home) is False
    after = localserver.start(home)
    assert after.pid != before.pid
    assert (after.bolt_uri, after.password) == (before.bolt_uri, before.password)
    assert notes(after) == ["kept"]


def test_after_a_kill_two_starts_at_once_give_one_server(home: Path) -> None:
    before = running(home)
    psutil.Process(before.pid).kill()
    with start_elsewhere(home) as one, start_elsewhere(home) as two:
        pids = {int(program.communicate(timeout=300)[0]) for program in (one, two)}
    after = running(home)
    assert pids == {after.pid}
    assert after.pid != before.pid
    assert notes(after) == ["kept"]


def notes(server: localserver.Server) -> list[str]:
    with connected(server) as driver:
        records, _, _ = driver.execute_query("MATCH (n:Note) RETURN n.text AS text", database_="neo4j")
    return [record["text"] for record in records]
