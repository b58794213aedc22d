"""A real local server: reachable, private, and the same one after stops, kills and concurrent starts.

Its password in processes and files, and its ports: tests/security.
"""

import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase

from taeg.store.neo4j import local_server
from taeg.store.neo4j.lines import DEFAULT
from taeg.store.neo4j.local_server import homedir

START = """
import sys
from pathlib import Path
from taeg.store.neo4j import local_server
print(local_server.start(Path(sys.argv[1])).pid)
"""


def start_elsewhere(home: Path) -> subprocess.Popen[str]:
    """Start the server from another process."""
    return subprocess.Popen([sys.executable, "-c", START, str(home)], stdout=subprocess.PIPE, text=True)


def run(server: local_server.Server, query: str) -> list[object]:
    with GraphDatabase.driver(server.bolt_uri, auth=(server.username, server.password)) as driver:
        return [record[0] for record in driver.execute_query(query, database_="neo4j").records]


@pytest.fixture
def server(own_home: Path) -> local_server.Server:
    return local_server.start(own_home)


def test_a_running_server_is_found(server: local_server.Server) -> None:
    assert server.version == DEFAULT.neo4j
    assert run(server, "CALL dbms.components() YIELD versions RETURN versions[0]") == [server.version]
    assert local_server.start(server.home) == local_server.status(server.home) == server
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(server.browser_url, timeout=30) as answer:
        assert b"<title>Neo4j Browser</title>" in answer.read()


def test_a_killed_start_is_continued_by_the_next(server: local_server.Server) -> None:
    run(server, "MERGE (:Note {text: 'kept'})")
    assert local_server.stop(server.home) is True
    assert local_server.status(server.home) is None
    assert local_server.stop(server.home) is False
    with start_elsewhere(server.home) as first:
        while (state := homedir.read_state(server.home)) is None or state.pid in (0, server.pid):
            assert first.poll() is None
            time.sleep(0.01)
        first.kill()
    assert first.wait() == -signal.SIGKILL
    after = local_server.start(server.home)
    assert after.pid == state.pid
    assert (after.bolt_uri, after.password) == (server.bolt_uri, server.password)
    assert run(after, "MATCH (n:Note) RETURN n.text") == ["kept"]


@pytest.mark.faults
def test_two_concurrent_starts_after_a_kill_give_one_server(server: local_server.Server) -> None:
    run(server, "MERGE (:Note {text: 'kept'})")
    psutil.Process(server.pid).kill()
    with start_elsewhere(server.home) as one, start_elsewhere(server.home) as two:
        pids = {int(program.communicate()[0]) for program in (one, two)}
    after = local_server.start(server.home)
    assert pids == {after.pid}
    assert after.pid != server.pid
    assert run(after, "MATCH (n:Note) WITH n, n.text AS text DELETE n RETURN text") == ["kept"]
