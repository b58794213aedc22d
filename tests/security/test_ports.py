"""What listens, where, and to whom: `taeg serve` as a process, the local Neo4j, and docker-compose.yml.

What `taeg serve` answers to plain requests is in tests/integration/test_serving.py.
"""

import http.client
import ipaddress
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import taeg
from taeg.build.build import build
from taeg.store.neo4j import local_server as localserver
from taeg.web import connections as callers
from taeg.web import synopsis_server as serving
from tests.conftest import ROOT
from tests.integration.test_serving import running
from tests.security.users import NOBODY, ROOT_ONLY
from tests.unit import books

LINUX = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="other systems do not say whose a connection is")
OWN_WORDS = "The bell rang"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("ports") / "test.db")
    with taeg.open(path) as graph:
        graph.load(build(books.corpus()), "pier")
        graph.consolidate("longest")
    return path


@pytest.fixture(scope="module")
def port(graph: str) -> Iterator[int]:
    with serving.listen(graph, 0) as server:
        for running_server in running(server):
            yield int(running_server.url.rsplit(":", 1)[1].rstrip("/"))


def said(port: int, request: bytes, seconds: float = 60) -> bytes:
    """What comes back for these bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        try:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except (ConnectionError, TimeoutError):
            return b""


def asked(port: int, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/", headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def listening(pid: int) -> set[tuple[str, int]]:
    """Where a process listens, by the kernel's own tables: its sockets, and the state of each."""
    sockets = {
        found[1]
        for entry in Path(f"/proc/{pid}/fd").iterdir()
        if (found := re.fullmatch(r"socket:\[(\d+)\]", str(entry.readlink())))
    }
    places = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            local, state, inode = (line.split()[i] for i in (1, 3, 9))
            if state == "0A" and inode in sockets:
                address, port = local.split(":")
                raw = b"".join(
                    int(address[i : i + 8], 16).to_bytes(4, sys.byteorder) for i in range(0, len(address), 8)
                )
                places.add((str(ipaddress.ip_address(raw)), int(port, 16)))
    return places


def is_loopback(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


# --- taeg serve ------------------------------------------------------------------------------------------------------


@LINUX
def test_the_command_listens_on_loopback_alone(graph: str) -> None:
    command = [sys.executable, "-m", "taeg", "serve", "--port", "0", "--store", graph]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        url = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert url
        assert listening(process.pid) == {("127.0.0.1", int(url[1]))}
        assert asked(int(url[1])) == 200
        process.terminate()
        assert "Traceback" not in process.communicate()[1]


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8017", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1@evil.example"],
)
def test_a_name_that_was_pointed_at_this_machine_is_refused(port: int, host: str) -> None:
    """DNS rebinding: the browser connects to 127.0.0.1 and says the name it believes in."""
    assert asked(port, Host=host) == 421
    assert OWN_WORDS.encode() not in said(port, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())


def test_two_names_or_none_are_refused(port: int) -> None:
    for lines in ("", "Host: localhost\r\nHost: evil.example\r\n", "Host: evil.example\r\nHost: localhost\r\n"):
        answer = said(port, f"GET / HTTP/1.1\r\n{lines}\r\n".encode())
        assert b" 421 " in answer.splitlines()[0]
        assert OWN_WORDS.encode() not in answer


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://localhost.evil.example"]
)
def test_a_page_of_another_site_gets_nothing(port: int, origin: str) -> None:
    assert asked(port, Origin=origin) == 403
    assert asked(port, Origin=f"http://localhost:{port}") == 200


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("cross-site", "no-cors", "image", 403),
        ("cross-site", "no-cors", "script", 403),
        ("cross-site", "cors", "empty", 403),
        ("same-site", "cors", "empty", 403),
        ("cross-site", "navigate", "iframe", 403),
        ("cross-site", "navigate", "document", 200),
        ("same-origin", "cors", "empty", 200),
        ("none", "navigate", "document", 200),
    ],
)
def test_only_a_link_is_followed_from_elsewhere(port: int, site: str, mode: str, dest: str, status: int) -> None:
    assert asked(port, Sec_Fetch_Site=site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=dest) == status


TARGETS = (
    *("/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/corpus/../1", "/corpus/1/", "/corpus/01", "1"),
    *("corpus/1", "http://evil.example/", "/corpus/1%00", "/corpus/-1", "/corpus/1;x", "/corpus/\u0661", "*"),
)


@pytest.mark.parametrize("target", TARGETS)
def test_no_path_leads_anywhere_else(port: int, target: str) -> None:
    answer = said(port, b"GET " + target.encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b" 404 " in answer.splitlines()[0]
    assert OWN_WORDS.encode() not in answer


@pytest.mark.parametrize(
    "request_line",
    [
        b"<script>alert(1)</script> / HTTP/1.1",
        b"POST /<script> HTTP/1.1",
        b"CONNECT evil.example:443 HTTP/1.1",
        b"TRACE / HTTP/1.1",
        b"GET / HTTP/9.9",
        b"GET / / / /",
        b"\x00\xff\x16\x03\x01",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1",
    ],
)
def test_what_is_no_look_gets_a_page_of_ours(port: int, request_line: bytes) -> None:
    answer = said(port, request_line + b"\r\nHost: localhost\r\nX: <script>\r\n\r\n")
    assert OWN_WORDS.encode() not in answer
    assert b"<script" not in answer
    assert not answer.startswith(b"HTTP") or re.match(rb"HTTP/1\.0 (4|5)\d\d ", answer)


def test_huge_headers_are_refused(port: int) -> None:
    for headers in (b"X: " + b"a" * 70_000 + b"\r\n", b"X: y\r\n" * 200):
        answer = said(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n")
        assert answer == b"" or b" 431 " in answer.splitlines()[0]
    assert asked(port) == 200


def test_slow_callers_are_cut_off_and_keep_nobody_out(graph: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "HEAD_SECONDS", 1.0)
    with serving.listen(graph, 0) as server:
        for running_server in running(server):
            port = int(running_server.url.rsplit(":", 1)[1].rstrip("/"))
            slow = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(callers.MOST)]
            for connection in slow:
                connection.sendall(b"GET / HT")
            surplus = socket.create_connection(("127.0.0.1", port), timeout=60)
            assert surplus.recv(1) == b"", "one more than there is room for is closed"
            for connection in slow:
                while connection.recv(65536):
                    pass
            until = time.monotonic() + 60
            while asked(port) != 200:
                assert time.monotonic() < until
            for connection in (*slow, surplus):
                connection.close()


def test_a_fault_of_ours_is_told_by_its_kind(
    graph: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> bytes:
        raise RuntimeError("a secret of the graph's")

    monkeypatch.setattr(serving, "_page", fail)
    with serving.listen(graph, 0) as server:
        for running_server in running(server):
            answer = said(
                int(running_server.url.rsplit(":", 1)[1].rstrip("/")), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
            )
    assert b" 500 " in answer.splitlines()[0]
    assert b"secret" not in answer
    assert capfd.readouterr().err == "taeg: a page could not be made (RuntimeError)\n"


LOOK = """
import os, socket, sys
os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")):
    with socket.socket(family) as connection:
        connection.connect((host, int(sys.argv[1])))
        connection.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
        print(connection.recv(12).decode())
"""


@LINUX
@ROOT_ONLY
@pytest.mark.parametrize(("user", "status"), [(NOBODY, "403"), (0, "200")])
def test_other_users_of_this_machine_are_refused(port: int, user: int, status: str) -> None:
    """Found here: the graph file is its owner's alone, but any user could read its pages on loopback."""
    look = [sys.executable, "-c", LOOK, str(port), str(user)]
    done = subprocess.run(look, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [f"HTTP/1.0 {status}"] * 2


def test_whose_a_connection_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, other = os.getuid(), os.getuid() + 1
    row = "   0: {local} {remote} {state} 00000000:00000000 00:00000000 00000000 {uid:5} 0 {inode} 1\n"
    server, caller = ("127.0.0.1", 8017), ("127.0.0.1", 40000)
    here, there = callers._written(server)[0], callers._written(caller)

    def table(*rows: str) -> None:
        (tmp_path / "tcp").write_text("head\n" + "".join(rows))

    monkeypatch.setattr(callers, "_TABLES", (tmp_path / "tcp", tmp_path / "none"))
    listens = row.format(local=here, remote="00000000:0000", state="0A", uid=ours, inode=7)
    assert callers.may_call(caller, server), "a system that says nothing"
    table()
    assert callers.may_call(caller, server), "or whose table is empty"
    for name in there:
        for uid, inode, good in ((ours, 9, True), (0, 9, True), (other, 9, False), (0, 0, False)):
            table(listens, row.format(local=name, remote=here, state="01", uid=uid, inode=inode))
            assert callers.may_call(caller, server) == good
    elsewhere = callers._written(("127.0.0.2", 40000))[0]
    table(listens, row.format(local=elsewhere, remote=here, state="01", uid=ours, inode=9))
    assert not callers.may_call(caller, server), "a connection from another address is another one"


# --- Neo4j -----------------------------------------------------------------------------------------------------------


@LINUX
def test_the_local_neo4j_listens_on_loopback_alone(neo4j_server: localserver.Server) -> None:
    places = listening(neo4j_server.pid)
    ports = {int(neo4j_server.bolt_uri.rsplit(":", 1)[1]), int(neo4j_server.browser_url.split(":")[2].split("/")[0])}
    assert {port for _, port in places} == ports
    assert all(is_loopback(address) for address, _ in places)


def test_docker_compose_listens_on_loopback_and_knows_no_password() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    for service in compose["services"].values():
        assert service["ports"]
        for mapping in service["ports"]:
            assert re.fullmatch(r"127\.0\.0\.1:\d+:\d+", mapping)
        assert "network_mode" not in service
        assert not service.get("privileged")
        for name, value in service["environment"].items():
            if re.search("auth|password|secret|token", name, re.IGNORECASE):
                assert re.fullmatch(r"neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}", value), "from the environment, or not at all"
