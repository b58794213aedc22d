"""Listening ports: the server of `taeg serve` with its limits, the local Neo4j, and docker-compose.yml."""

import ipaddress
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import psutil
import pytest
import yaml
from click.testing import CliRunner

import taeg
from taeg import TaegError
from taeg.build import build
from taeg.cli.export import serve
from taeg.store.neo4j import local_server as localserver
from taeg.web import app, server
from tests.conftest import ROOT
from tests.integration.test_serving import running
from tests.unit import books

CONTENT = b"The bell rang"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("ports") / "test.db")
    with taeg.open(path) as graph:
        graph.load(build(books.corpus()), "pier")
        graph.consolidate("longest")
    return path


@pytest.fixture(scope="module")
def address(graph: str) -> Iterator[SplitResult]:
    with running(graph) as found:
        yield found


def connect(address: SplitResult) -> socket.socket:
    return socket.create_connection((str(address.hostname), address.port or 0), timeout=60)


def read(connection: socket.socket) -> bytes:
    """All that is received until the server closes the connection."""
    try:
        return b"".join(iter(lambda: connection.recv(65536), b""))
    except ConnectionError:
        return b""


def exchange(address: SplitResult, request: bytes) -> bytes:
    with connect(address) as connection, suppress(ConnectionError):
        connection.sendall(request)
        return read(connection)
    return b""


def get(address: SplitResult, path: str | None = None, host: str = "localhost", headers: str = "") -> tuple[int, bytes]:
    """Status and response for a GET request."""
    request = f"GET {address.path if path is None else path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"
    answer = exchange(address, request.encode())
    return int(answer.split(b" ", 2)[1]), answer


def listening(pid: int) -> set[tuple[str, int]]:
    """The addresses on which a process listens."""
    connections = psutil.Process(pid).net_connections("tcp")
    return {(c.laddr.ip, c.laddr.port) for c in connections if c.status == psutil.CONN_LISTEN}


def is_loopback(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def test_serve_listens_on_loopback_and_ends_on_ctrl_c(graph: str) -> None:
    command = [sys.executable, "-m", "taeg", "serve", "--port", "0", "--store", graph]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        url = re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", process.stdout.readline())
        assert url
        address = urlsplit(url[0])
        assert listening(process.pid) == {("127.0.0.1", address.port)}
        assert get(address)[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == "stopped\n"
        assert process.returncode == 0


def test_a_port_in_use(graph: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(TaegError, match=f"port {port} is not available"):
            server.Server(partial(app.application, store=graph), port)


def test_open_shows_no_token_in_the_process_list(graph: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other users can read the arguments of the browser process."""
    opened = []

    def launch(target: str) -> None:
        opened.append((target, Path(target).read_text(), Path(target).parent.stat().st_mode & 0o777))

    monkeypatch.setattr("click.launch", launch)
    monkeypatch.setattr(server.Server, "run", lambda _: None)
    result = CliRunner().invoke(serve, ["--port", "0", "--open", "--store", graph])
    url = re.search(r"http://[^ ]+/([0-9a-f]{32})/", result.output)
    assert url
    [(target, page, mode)] = opened
    assert (url[1] in target, url[0] in page, mode) == (False, True, 0o700)


def test_pages_need_the_token(address: SplitResult) -> None:
    status, answer = get(address)
    assert (status, CONTENT in answer) == (200, True)
    for path in ("/", "/corpus/1", f"/{'0' * 32}/", address.path[:-2] + "/", f"/?token={address.path[1:-1]}"):
        status, answer = get(address, path)
        assert (status, CONTENT in answer) == (404, False)
    with running(str(address)) as other:
        assert other.path != address.path


def test_every_response_has_security_headers(address: SplitResult) -> None:
    for _, answer in (get(address), get(address, "/nowhere"), get(address, host="evil.example")):
        for name, value in server.HEADERS:
            assert f"\r\n{name.lower()}: {value.lower()}\r\n".encode() in answer.lower()
        assert b"\r\nserver:" not in answer.lower()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *((name, 200) for name in ("localhost", "127.0.0.1", "127.0.0.1:8017")),
        *((name, 400) for name in ("evil.example", "127.0.0.1.evil.example:8017", "127.0.0.1@evil.example", "0.0.0.0")),
        ("localhost\r\nHost: evil.example", 400),
        ("", 400),
    ],
)
def test_only_loopback_names_are_accepted(address: SplitResult, host: str, status: int) -> None:
    """DNS rebinding: the browser connects to 127.0.0.1 and sends the name it looked up."""
    found, answer = get(address, host=host)
    assert (found, CONTENT in answer) == (status, status == 200)


@pytest.mark.parametrize(
    "target",
    [
        *("../../etc/passwd", "%2e%2e/etc/passwd", "/etc/passwd", "corpus/../1", "corpus/1/", "corpus/1%00"),
        *("corpus/-1", "corpus/1;x", "corpus/%D9%A1", "corpus/" + "9" * 30),
    ],
)
def test_other_paths_are_not_found(address: SplitResult, target: str) -> None:
    status, answer = get(address, address.path + target)
    assert (status, CONTENT in answer) == (404, False)


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
def test_malformed_requests(address: SplitResult, request_line: bytes) -> None:
    answer = exchange(address, request_line + b"\r\nHost: localhost\r\nX: <script>\r\n\r\n")
    assert CONTENT not in answer
    assert b"<script" not in answer
    assert not answer or re.match(rb"HTTP/1\.1 [45]\d\d ", answer)


def test_huge_headers_are_refused(address: SplitResult) -> None:
    for header in (b"X: " + b"a" * 5_000_000 + b"\r\n", b"X: y\r\n" * 1_000_000):
        answer = exchange(address, f"GET {address.path} HTTP/1.1\r\nHost: localhost\r\n".encode() + header + b"\r\n")
        assert not answer or b" 400 " in answer.splitlines()[0]
    assert get(address)[0] == 200


def test_slow_clients_are_disconnected(graph: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither unfinished requests nor unread responses keep others out; surplus connections are closed."""
    monkeypatch.setattr(server, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(server, "RESPONSE_SECONDS", 1.0)
    with running(graph) as address, ExitStack() as stack:
        slow = [stack.enter_context(connect(address)) for _ in range(server.MAX_CONNECTIONS)]
        for connection in slow:
            connection.sendall(b"GET / HT")
        assert read(stack.enter_context(connect(address))) == b"", "a surplus connection"
        assert [read(connection) for connection in slow] == [b""] * len(slow)
        request = f"GET {address.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        unread = [stack.enter_context(connect(address)) for _ in range(server.MAX_CONNECTIONS)]
        for connection in unread:
            connection.sendall(request)
        deadline = time.monotonic() + 60
        while CONTENT not in exchange(address, request):
            assert time.monotonic() < deadline


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
