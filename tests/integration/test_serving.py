"""`taeg serve` without a browser: what it answers, to whom, and that it listens to this machine alone."""

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from lxml import html

import taeg
from taeg import TaegError
from taeg import export as exports
from taeg.build.build import build
from taeg.web import synopsis_server as serving
from tests.unit import books

CORPORA = ("pier", "a <b> & ü")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A graph with two corpora, one of them with a strange id."""
    store = str(tmp_path_factory.mktemp("serving") / "test.db")
    with taeg.open(store) as graph:
        for name in CORPORA:
            graph.load(build(books.corpus()), name)
            graph.consolidate("longest", corpus=name)
    return store


@pytest.fixture(scope="module")
def server(store: str) -> Iterator[serving.Server]:
    with serving.listen(store, 0) as server:
        yield from running(server)


def running(server: serving.Server) -> Iterator[serving.Server]:
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


def asked(
    server: serving.Server, path: str = "/", host: str | None = None, method: str = "GET"
) -> tuple[int, dict[str, str], str]:
    """Status, headers and words of an answer."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=host is not None)
        if host:
            connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def links(page: str) -> list[str]:
    return [str(link) for link in html.document_fromstring(page).xpath("//a/@href")]


def test_corpora_are_listed_and_shown_as_they_are_exported(server: serving.Server, store: str) -> None:
    status, headers, page = asked(server)
    assert status == 200
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    with taeg.open(store, read_only=True) as graph:
        exported = {exports.export(exports.take(graph, name), "html")[""].decode() for name in CORPORA}
    assert len(exported) == len(links(page)) == 2
    assert {asked(server, link)[2] for link in links(page)} == exported
    assert asked(server, links(page)[0] + "?x=1")[2] in exported


@pytest.mark.parametrize("path", ["/corpus/nowhere", "/corpus/", "/favicon.ico", "/../etc/passwd", "/corpus/pier/x"])
def test_what_is_not_there_is_not_found(server: serving.Server, path: str) -> None:
    status, _, page = asked(server, path)
    assert status == 404
    assert "There is no such page here." in page


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "", "[", "localhost@example.org", "0.0.0.0"])
def test_other_names_of_this_machine_are_refused(server: serving.Server, host: str) -> None:
    status, _, page = asked(server, host=host)
    assert status == 421
    assert "pier" not in page


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1", "[::1]:8017"])
def test_names_of_loopback_are_answered(server: serving.Server, host: str) -> None:
    assert asked(server, host=host)[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_but_looking_is_possible(server: serving.Server, method: str) -> None:
    assert asked(server, method=method)[0] == 501


def test_a_look_at_the_headers_has_no_body(server: serving.Server) -> None:
    status, headers, page = asked(server, method="HEAD")
    assert (status, page) == (200, "")
    assert int(headers["Content-Length"]) > 0


def test_it_listens_to_this_machine_alone(server: serving.Server) -> None:
    port = urlsplit(server.url).port
    listening = [c.laddr for c in psutil.Process().net_connections("tcp") if c.status == psutil.CONN_LISTEN]
    assert [address.ip for address in listening if address.port == port] == ["127.0.0.1"]


def test_a_taken_port_is_told(store: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(TaegError, match=f"port {port} cannot be had"):
            serving.listen(store, port)


def test_each_look_reads_the_graph_anew(tmp_path: Path) -> None:
    store = str(tmp_path / "test.db")
    with taeg.open(store) as graph:
        graph.load(build(books.corpus()), "pier")
    with serving.listen(store, 0) as server:
        for running_server in running(server):
            status, _, page = asked(running_server)
            assert (status, "has no run yet" in page) == (200, True)
            with taeg.open(store) as graph:
                graph.consolidate("longest")
            assert "has no run yet" not in asked(running_server)[2]


def test_names_are_replaced_where_that_is_wanted(store: str) -> None:
    with serving.listen(store, 0, books.NAMES) as server:
        for running_server in running(server):
            listed = asked(running_server)[2]
            for page in (listed, *(asked(running_server, link)[2] for link in links(listed))):
                assert [name for name in books.HIDDEN if name in page.casefold()] == []


def test_a_graph_that_went_away_is_told(tmp_path: Path) -> None:
    with serving.listen(str(tmp_path / "gone.db"), 0) as server:
        for running_server in running(server):
            status, _, page = asked(running_server)
            assert status in (200, 503)
            assert "gone.db" in page
